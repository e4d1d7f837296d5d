import type { Context } from 'hono';
import { wrongRequest } from '../failure.js';

const MAX_BODY = 1_000_000;

/** The JSON body of a request. Reads no more than allowed, since the stated length may be false. */
export async function bodyOf(context: Context): Promise<unknown> {
  const text = await textOf(context);
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON.
    throw wrongRequest('The request is not JSON.');
  }
}

async function textOf({ req }: Context): Promise<string> {
  const tooLarge = () => wrongRequest('The request is too large.');
  if (Number(req.header('content-length') ?? 0) > MAX_BODY) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_BODY) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
