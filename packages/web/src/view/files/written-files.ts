import { relativePath } from '@unspool/session/show';
import { writesFile } from '@unspool/session/tools';
import { lineChange } from '../../read/call.js';
import { maskedLine, type TextStyle } from '../texts.js';
import type { WrittenFile } from '../view.js';
import { inSteps } from './in-steps.js';
import type { SessionCall } from './session-calls.js';

/** The files that a session wrote, in the order of their first change. */
export async function writtenFiles(
  calls: readonly SessionCall[],
  cwd: string | undefined,
  style: TextStyle,
): Promise<WrittenFile[]> {
  const files = new Map<string, WrittenFile>();
  await inSteps(calls, ({ conversation, call, turn }) => {
    if (call.file === undefined || !wrote(call)) return;
    const { added, removed } = lineChange(conversation, call);
    const path = maskedLine(relativePath(call.file, cwd), style);
    const file = files.get(path) ?? { path, added: 0, removed: 0, turns: [] };
    files.set(path, file);
    file.added += added;
    file.removed += removed;
    if (file.turns.at(-1) !== turn) file.turns.push(turn);
  });
  return [...files.values()];
}

/** Whether a call that writes a file ended well. */
export function wrote({ name, result }: SessionCall['call']): boolean {
  return writesFile(name) && result !== undefined && !result.isError;
}
