import type { JsonObject } from '@unspool/session';
import type { Chat } from '../../src/chat/chat.js';
import { type PrintOptions, runPrint } from '../../src/print/print-mode.js';

/** Runs print mode and returns what a program sees: exit code, stdout and stderr. */
export async function print(
  chat: Chat,
  options: Partial<PrintOptions>,
): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  let ids = 0;
  const code = await runPrint({
    chat,
    prompt: undefined,
    lines: undefined,
    format: 'text',
    partial: false,
    replay: false,
    apiKeySource: 'none',
    out: (output) => {
      out += output;
    },
    err: (output) => {
      err += output;
    },
    newUuid: () => `id-${++ids}`,
    ...options,
  });
  return { code, out, err };
}

export const objects = (out: string) =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as JsonObject);

export const sdk = { entrypoint: 'sdk-cli' as const };
