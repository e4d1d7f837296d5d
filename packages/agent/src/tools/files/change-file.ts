import { statSync } from 'node:fs';
import { failed, systemFailure } from '../outcome.js';
import type { ToolContext, ToolResult } from '../tool.js';
import { encodeText, type FileText } from './file-text.js';
import { writeFileWhole } from './write-file.js';

export const NEW_FILE: Omit<FileText, 'text' | 'isLossless'> = { encoding: 'utf8', hasBom: false, lineEnd: '\n' };

/** Writes a file and remembers it as read. A failure is returned as a result. */
export async function changeFile(
  path: string,
  text: string,
  like: Omit<FileText, 'text' | 'isLossless'>,
  context: ToolContext,
): Promise<ToolResult | undefined> {
  try {
    await context.backUp(path);
    await writeFileWhole(path, encodeText(text, like));
  } catch (error) {
    return failed(systemFailure(`Writing ${path}`, error));
  }
  context.readFiles.set(path, { content: text, mtimeMs: statSync(path).mtimeMs });
  return undefined;
}
