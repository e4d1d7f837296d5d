import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ModelEvent, ModelRequest } from '../../src/loop/model-call.js';
import { anthropicModel } from '../../src/model/anthropic.js';

const request = { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'hi' }] } as unknown as ModelRequest;

/** The events of a model whose API, on loopback, answers with these bytes. */
async function eventsFor(body: string): Promise<ModelEvent[]> {
  const server = createServer((asked, response) => {
    asked.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const access = { apiKey: 'none', authToken: undefined, baseUrl: `http://127.0.0.1:${port}` };
  try {
    const events: ModelEvent[] = [];
    for await (const event of anthropicModel(access, 'test')(request, new AbortController().signal)) events.push(event);
    return events;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('an API that does not send JSON', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(['event: message_start\ndata: {bad\n\n', 'event: content_block_delta\ndata: <html>\n\n'])(
    'is reported as such, once: %j',
    async (body) => {
      const output = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')];
      const message = 'the API sent something that is not JSON';
      const failure = { kind: 'cut', message, isRetryable: true };
      expect((await eventsFor(body)).at(-1)).toMatchObject({ type: 'failure', failure });
      for (const spy of output) expect(spy).not.toHaveBeenCalled();
    },
  );
});
