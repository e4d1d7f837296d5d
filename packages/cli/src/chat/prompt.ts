import { UserError } from '../user-error.js';

/** Everything from a pipe; undefined if stdin is a terminal. */
export async function pipedText(stdin: NodeJS.ReadStream): Promise<string | undefined> {
  if (stdin.isTTY) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** The prompt of print mode: the arguments, followed by what came through the pipe. */
export function promptOf(words: string[], piped: string | undefined): string {
  const prompt = [words.join(' '), piped?.trim() ?? ''].filter(Boolean).join('\n\n');
  if (prompt !== '') return prompt;
  throw new UserError('There is no prompt.', { hint: 'Give it as an argument or through a pipe.', isUsage: true });
}
