import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { ask } from '../../src/sink/ask.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/`;
}

/** A server that responds while this thread is blocked, and tells when it has got a request. */
async function serveInThread(): Promise<{ worker: Worker; url: string }> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
    const server = require('node:http').createServer((request, response) => {
      parentPort.postMessage('asked');
      setTimeout(() => response.end('yes'), 50);
    });
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true },
  );
  const [port] = await once(worker, 'message');
  return { worker, url: `http://127.0.0.1:${port}/` };
}

const question = { headers: {}, timeoutMs: 600_000 };

describe('a request', () => {
  it('arrives unchanged, and returns the response', async () => {
    const url = await serve((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method, headers } = request;
        const output = { method, team: headers['x-team'], length: headers['content-length'] };
        response.writeHead(418, { 'X-Said': JSON.stringify(output) }).end(Buffer.concat(parts));
      });
    });
    const body = Buffer.from('päckchen');
    const answer = await ask(url, { ...question, method: 'POST', headers: { 'x-team': 'blue' }, body });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 418, body });
    expect(JSON.parse(String(answer.headers['x-said']))).toEqual({ method: 'POST', team: 'blue', length: '9' });
    expect((await ask(url, question)).headers['x-said']).toBe('{"method":"GET"}');
  });

  it('gets an early refusal of a large body', async () => {
    const url = await serve((request, response) => {
      response.writeHead(413, { connection: 'close' }).end('too much');
      request.resume();
    });
    const body = Buffer.alloc(20_000_000);
    for (let round = 0; round < 5; round++) {
      const { status } = await ask(url, { ...question, method: 'POST', body });
      expect(status).toBe(413);
    }
  });

  it('gets the status if the connection closes in the middle of a refusal', async () => {
    const url = await serve((request, response) => {
      response.writeHead(413, { 'content-length': 1000 }).write('too mu');
      setTimeout(() => request.socket.resetAndDestroy(), 5);
    });
    const body = Buffer.alloc(20_000_000);
    expect(await ask(url, { ...question, method: 'POST', body })).toMatchObject({ status: 413 });
  });

  it('handles a protocol upgrade, and a closed connection without a response', async () => {
    const url = await serve(() => {});
    server?.on('connection', (socket) => {
      socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n');
      socket.end();
    });
    expect(await ask(url, question)).toMatchObject({ status: 101 });
    server?.removeAllListeners('connection');
    server?.on('connection', (socket) => socket.end());
    await expect(ask(url, question)).rejects.toThrow();
  });

  it('fails if the response is incomplete', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('{"partialSuc');
      setTimeout(() => request.socket.resetAndDestroy(), 5);
    });
    await expect(ask(url, question)).rejects.toThrow();
  });

  it('stops reading an endless response', async () => {
    const url = await serve((_, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(64 * 1024, 'x')));
      };
      response.on('drain', more);
      more();
    });
    const { body } = await ask(url, question);
    expect(body.length).toBeLessThan(8 * 1024 * 1024);
  });

  it.each([
    ['before it', () => {}],
    ['in the middle of it', (response: { write(text: string): unknown }) => response.write('half an ans')],
  ])('waits for no answer longer than asked, also one that stops %s', async (_, begin) => {
    const url = await serve((__, response) => begin(response));
    await expect(ask(url, { ...question, timeoutMs: 100 })).rejects.toThrow('no response in time');
  });

  it('reads a response that arrived while this process was suspended', async () => {
    const { worker, url } = await serveInThread();
    try {
      const answer = ask(url, { ...question, timeoutMs: 600 });
      await once(worker, 'message');
      // Its response is on the way, and the timeout passes.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
      expect(await answer).toMatchObject({ status: 200 });
    } finally {
      await worker.terminate();
    }
  });

  it('uses a new connection if the old one was closed since', async () => {
    const url = await serve((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { connection: 'keep-alive' }).end('yes');
        // Closed without notice: the other side finds out when it sends.
        setTimeout(() => request.socket.resetAndDestroy(), 5);
      });
    });
    const body = Buffer.alloc(5_000_000);
    for (let round = 0; round < 20; round++) {
      expect((await ask(url, { ...question, method: 'POST', body })).status).toBe(200);
      await new Promise((done) => setTimeout(done, round % 10));
    }
  });
});
