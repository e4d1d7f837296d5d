import type { IncomingMessage } from 'node:http';

export interface Question {
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Uint8Array;
  timeoutMs: number;
}

export interface Answer {
  status: number;
  /** By names in lower case. */
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export type Ask = (url: string, question: Question) => Promise<Answer>;

/**
 * One request to a server, and its answer. Not by `fetch`: loading that takes as long as sending 30 MB, and it copies each
 * body before it is sent. No redirect is followed: it would turn a post into a get, and carry keys to who knows where.
 */
export async function ask(url: string, question: Question): Promise<Answer> {
  const { method = 'GET', headers, body, timeoutMs } = question;
  // Loaded only by who sends: a hook does not.
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
    const timer = setTimeout(() => asked.destroy(new Error('no answer in time')), timeoutMs);
    asked.on('close', () => {
      clearTimeout(timer);
      if (!isAnswered) fail(new Error('it hung up without an answer'));
    });
    // Who wants to speak something else has answered; nothing more comes of it.
    asked.on('upgrade', ({ statusCode = 101, headers: said }, socket) => {
      socket.destroy();
      done({ status: statusCode, headers: said, body: Buffer.alloc(0) });
    });
    asked.on('error', (error) => {
      // Who refuses a body before it has come may hang up at once: what he said is read.
      if (isRefused && isReset(error)) return;
      // Closed by the other side just when it was to be used again: that is no answer, and no reason to wait.
      if (asked.reusedSocket && isReset(error)) done(ask(url, question));
      else fail(error);
    });
    asked.end(body);
  });
}

function isReset({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function isRefusal({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 400;
}

/** What a receiver has to say is short; a proxy's error page may have no end. */
const MOST_BYTES = 1024 * 1024;

async function beginningOf(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length >= MOST_BYTES) break;
    }
  } catch (error) {
    // In the middle of saying why: the number is enough.
    if (!(isRefusal(answer) && isReset(error as NodeJS.ErrnoException))) throw error;
  }
  return Buffer.concat(parts);
}
