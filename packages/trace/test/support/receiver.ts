import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { decodeRequest, type WireSpan } from './decode-otlp.js';

export type Answer = { status: number; headers?: Record<string, string>; body?: string | Uint8Array; delayMs?: number };

export interface Request {
  path: string;
  headers: IncomingMessage['headers'];
  spans: WireSpan[];
}

/** A scripted backend on loopback: accepts OTLP over HTTP, and stores spans by id as Langfuse does. */
export class Receiver {
  /** The last version of each span, by trace id, span id and start. */
  readonly stored = new Map<string, WireSpan>();
  /** How often the same version of a span was accepted. */
  readonly taken = new Map<string, number>();
  requests: Request[] = [];
  answer: (request: Request) => Answer = () => ({ status: 200, body: '{}' });
  private server: Server | undefined;
  url = '';

  async start(port = 0): Promise<this> {
    this.server = createServer((request, response) => this.take(request, response));
    // A connection that is closed just when the next request uses it would look like a sink that is down.
    this.server.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => this.server?.listen(port, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  /** Spans that were accepted more than once without a change. */
  get repeated(): number {
    return [...this.taken.values()].filter((count) => count > 1).length;
  }

  private take(incoming: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', async () => {
      const raw = Buffer.concat(chunks);
      const bytes = incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
      const spans = bytes.length > 0 ? decodeRequest(bytes, incoming.headers['content-type'] ?? '') : [];
      const request = { path: incoming.url ?? '', headers: incoming.headers, spans };
      this.requests.push(request);
      const { status, headers = {}, body = '', delayMs = 0 } = this.answer(request);
      if (status === 200) for (const span of spans) this.store(span);
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body);
    });
  }

  private store(span: WireSpan): void {
    this.stored.set(`${span.traceId} ${span.spanId} ${span.startTimeUnixNano}`, span);
    const whole = JSON.stringify(span);
    this.taken.set(whole, (this.taken.get(whole) ?? 0) + 1);
  }
}
