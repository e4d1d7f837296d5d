import type { IncomingMessage } from 'node:http';

export interface Question {
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Uint8Array;
  timeoutMs: number;
}

export interface Answer {
  status: number;
  /** Names are in lower case. */
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export type Ask = (url: string, question: Question) => Promise<Answer>;

/**
 * Sends a request and returns the response. Does not use `fetch`, which takes as long to load as sending 30 MB, and copies
 * each body. Does not follow redirects, which would turn a POST into a GET and send keys to an unknown server.
 */
export async function ask(url: string, question: Question): Promise<Answer> {
  const { method = 'GET', headers, body, timeoutMs } = question;
  // Loaded on first use, since hooks send nothing.
  const { request } =
    new URL(url).protocol === 'https:' ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');
  const length = body && { 'content-length': String(body.length) };
  return new Promise((done, fail) => {
    let isAnswered = false;
    let isRefused = false;
    const asked = request(url, { method, headers: { ...headers, ...length } }, (answer) => {
      isAnswered = true;
      isRefused = isRefusal(answer);
      beginningOf(answer).then((beginning) => {
        done({ status: answer.statusCode ?? 0, headers: answer.headers, body: beginning });
      }, fail);
    });
    const stopWaiting = afterWaiting(timeoutMs, () => asked.destroy(new Error('no response in time')));
    asked.on('close', () => {
      stopWaiting();
      if (!isAnswered) fail(new Error('the connection was closed without a response'));
    });
    // A server that switches protocols has responded; there is no body to wait for.
    asked.on('upgrade', ({ statusCode = 101, headers: text }, socket) => {
      socket.destroy();
      done({ status: statusCode, headers: text, body: Buffer.alloc(0) });
    });
    asked.on('error', (error) => {
      // A server that refuses a request early may close the connection at once. Its response is still read.
      if (isRefused && isReset(error)) return;
      // The server closed a kept-alive connection just as it was reused: try again at once on a new one.
      if (asked.reusedSocket && isReset(error)) done(ask(url, question));
      else fail(error);
    });
    asked.end(body);
  });
}

const PARTS = 20;

/**
 * A timeout that counts only time in which this process runs. After a suspended laptop or a long block, a plain timer fires
 * before the response that has arrived meanwhile is read, and the spans are sent twice.
 */
function afterWaiting(milliseconds: number, giveUp: () => void): () => void {
  let left = PARTS;
  const timer = setInterval(() => {
    if (--left === 0) giveUp();
  }, milliseconds / PARTS);
  return () => clearInterval(timer);
}

function isReset({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function isRefusal({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 400;
}

/** Responses of receivers are short, but a proxy's error page may be endless. */
const MAX_BYTES = 1024 * 1024;

async function beginningOf(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length >= MAX_BYTES) break;
    }
  } catch (error) {
    // Closed in the middle of an error response: the status is enough.
    if (!(isRefusal(answer) && isReset(error as NodeJS.ErrnoException))) throw error;
  }
  return Buffer.concat(parts);
}
