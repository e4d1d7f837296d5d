import type { ToolAnswer } from '@unspool/mcp';
import { serveMcp } from '@unspool/mcp';
import type { Io } from '../io.js';
import { version } from '../version.js';

/** Serves recall to a client until it closes the stream. Code that reads sessions is loaded with the first call. */
export async function serve(io: Io, lines: AsyncIterable<string>): Promise<number> {
  let queue: Promise<unknown> = Promise.resolve();
  const call = (name: string, args: { [name: string]: unknown }): Promise<ToolAnswer> => {
    // One at a time: each brings the index up to date first.
    const answer = queue.then(async () => (await import('./answer-call.js')).answerCall({ name, args }, io));
    queue = answer.catch(() => undefined);
    return answer;
  };
  await serveMcp({ lines, write: io.out, version, call });
  return 0;
}
