import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiMessage, Block, JsonObject } from '@unspool/session';
import type { ToolUseBlock } from '@unspool/session/read';

/** How the API answers one request. */
export interface Step {
  blocks?: Block[];
  stop_reason?: string;
  /** An error instead of a reply. */
  status?: number;
  errorType?: string;
  message?: string;
  headers?: { [name: string]: string };
  /** Closes the connection before anything is sent, or after the block with this index. */
  cut?: 'before' | number;
  /** Sends an error event inside the stream, after the block with this index. */
  errorAfter?: number;
  /** Leaves the stream open after the last block. */
  hang?: boolean;
  /** Leaves the stream open until this resolves. */
  until?: Promise<void>;
  /** Milliseconds between pieces. */
  slowMs?: number;
  inputTokens?: number;
  outputTokens?: number;
}

export interface ApiRequest {
  model: string;
  max_tokens: number;
  system: Block[];
  messages: ApiMessage[];
  tools: JsonObject[];
  thinking?: JsonObject;
  stream: boolean;
}

export type Answer = (request: ApiRequest, count: number) => Step;

export interface ScriptedApi {
  url: string;
  requests: ApiRequest[];
  headers: IncomingMessage['headers'][];
  /** Requests whose connection the client closed before the reply was complete. */
  readonly dropped: number;
  close(): Promise<void>;
}

/** A Messages API on loopback with the real streaming format. It plays the test's script and records requests. */
export async function startScriptedApi(answer: Answer | Step[]): Promise<ScriptedApi> {
  const requests: ApiRequest[] = [];
  const headers: IncomingMessage['headers'][] = [];
  let dropped = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ApiRequest;
      headers.push(request.headers);
      requests.push(body);
      response.on('close', () => {
        if (!response.writableFinished) dropped++;
      });
      void reply(response, body, stepFor(answer, body, requests.length - 1), requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    headers,
    get dropped() {
      return dropped;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function stepFor(answer: Answer | Step[], body: ApiRequest, count: number): Step {
  if (typeof answer === 'function') return answer(body, count);
  return answer[count] ?? { blocks: [{ type: 'text', text: `nothing is scripted for request ${count + 1}` }] };
}

async function reply(response: ServerResponse, body: ApiRequest, step: Step, count: number): Promise<void> {
  const requestId = `req_test_${count}`;
  if (step.cut === 'before') response.destroy();
  else if (step.status !== undefined) fail(response, step.status, step, requestId);
  else await stream(response, body, step, count);
}

function fail(response: ServerResponse, status: number, step: Step, request_id: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': request_id, ...step.headers });
  const error = { type: step.errorType ?? 'api_error', message: step.message ?? `status ${status}` };
  response.end(JSON.stringify({ type: 'error', error, request_id }));
}

async function stream(response: ServerResponse, body: ApiRequest, step: Step, count: number): Promise<void> {
  const requestId = `req_test_${count}`;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': requestId });
  const send = (type: string, fields: JsonObject = {}) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  const blocks = step.blocks ?? [];
  const usage = {
    input_tokens: step.inputTokens ?? 10,
    cache_creation_input_tokens: 100,
    cache_read_input_tokens: 1000,
    output_tokens: 1,
  };
  const message = {
    id: `msg_test_${count}_${Math.random().toString(36).slice(2, 10)}`,
    type: 'message',
    role: 'assistant',
  };
  send('message_start', {
    message: { ...message, model: body.model, content: [], stop_reason: null, stop_sequence: null, usage },
  });
  send('ping');
  for (const [index, block] of blocks.entries()) {
    for (const [type, fields] of wireEvents(block, index)) {
      send(type, fields);
      if (step.slowMs !== undefined) await new Promise((resolve) => setTimeout(resolve, step.slowMs));
      if (response.destroyed) return;
    }
    if (step.cut === index) return void setTimeout(() => response.destroy(), 20);
    if (step.errorAfter === index) {
      send('error', { error: { type: 'overloaded_error', message: 'Overloaded' } });
      return void response.end();
    }
  }
  if (step.hang) return;
  await step.until;
  const calls = blocks.some((block) => block.type === 'tool_use');
  const stop_reason = step.stop_reason ?? (calls ? 'tool_use' : 'end_turn');
  const delta = { stop_reason, stop_sequence: null };
  send('message_delta', { delta, usage: { output_tokens: step.outputTokens ?? 42 } });
  send('message_stop');
  response.end();
}

function wireEvents(block: Block, index: number): [string, JsonObject][] {
  const start = (content_block: JsonObject): [string, JsonObject] => ['content_block_start', { index, content_block }];
  const delta = (fields: JsonObject): [string, JsonObject] => ['content_block_delta', { index, delta: fields }];
  const stop: [string, JsonObject] = ['content_block_stop', { index }];
  const fields = block as JsonObject;
  switch (block.type) {
    case 'text': {
      const pieces = String(fields['text']).match(/[\s\S]{1,20}/g) ?? [];
      return [start({ type: 'text', text: '' }), ...pieces.map((text) => delta({ type: 'text_delta', text })), stop];
    }
    case 'thinking':
      return [
        start({ type: 'thinking', thinking: '', signature: '' }),
        delta({ type: 'thinking_delta', thinking: fields['thinking'] }),
        ...(typeof fields['signature'] === 'string'
          ? [delta({ type: 'signature_delta', signature: fields['signature'] })]
          : []),
        stop,
      ];
    case 'tool_use': {
      const { id, name, input } = block as ToolUseBlock;
      const json = typeof fields['sent'] === 'string' ? fields['sent'] : JSON.stringify(input);
      const half = json.length >> 1;
      return [
        start({ type: 'tool_use', id, name, input: {} }),
        delta({ type: 'input_json_delta', partial_json: '' }),
        delta({ type: 'input_json_delta', partial_json: json.slice(0, half) }),
        delta({ type: 'input_json_delta', partial_json: json.slice(half) }),
        stop,
      ];
    }
    default:
      return [start(fields), stop];
  }
}

export interface Gate {
  opened: Promise<void>;
  open(): void;
}

/** A promise to open by hand, for a reply that must not end before something else has happened. */
export function gate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

export const text = (words: string): Block => ({ type: 'text', text: words });
export const thinking = (words: string): Block => ({ type: 'thinking', thinking: words, signature: `sig:${words}` });
let uses = 0;
export const use = (name: string, input: JsonObject, id = `toolu_test_${++uses}`): Block => ({
  type: 'tool_use',
  id,
  name,
  input,
});
/** A call whose input is sent unchanged, whether or not it is JSON. */
export const rawUse = (name: string, sent: string): Block => ({ ...use(name, {}), sent }) as Block;
