import { access, constants, readFile, stat } from 'node:fs/promises';
import { failed, misused } from '../outcome.js';
import type { ToolContext, ToolResult } from '../tool.js';
import { decodeText, type FileText } from './file-text.js';

/** The current state of a file that is to be changed, or why it may not be. */
export type CurrentFile =
  | { kind: 'absent' }
  | { kind: 'present'; file: FileText }
  | { kind: 'refused'; refusal: ToolResult };

const MAX_BYTES = 64 * 1024 * 1024;

/** Refuses if the file is not as the model last read it. */
export async function currentFile(path: string, { readFiles }: ToolContext): Promise<CurrentFile> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code === 'ENOENT') return { kind: 'absent' };
    return refused(failed(`${path} cannot be read: ${found.message}`));
  }
  if (found.isDirectory()) return refused(misused(`${path} is a folder, not a file.`));
  if (!found.isFile()) return refused(misused(`${path} is not a regular file.`));
  if (found.size > MAX_BYTES) return refused(misused(`${path} is too large to edit. Use Bash.`));
  const known = readFiles.get(path);
  if (!known) return refused(misused('File has not been read yet. Read it first before writing to it.'));
  if (!(await mayBeWritten(path, found.mode))) {
    return refused(failed(`${path} is write-protected. Ask the user before you change it or its mode.`));
  }
  const file = decodeText(await readFile(path));
  if (!file.isLossless) {
    return refused(misused(`${path} is not plain text, so writing it back would damage it. Use Bash.`));
  }
  const isPart = known.offset !== undefined || known.limit !== undefined;
  // A newer time alone is no reason to refuse: some programs touch files without changing them.
  if (found.mtimeMs !== known.mtimeMs && (isPart || known.content !== file.text)) {
    return refused(
      misused(
        'File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.',
      ),
    );
  }
  return { kind: 'present', file };
}

/** Checks the file's mode, even for root: replacing the file would succeed without write permission. */
async function mayBeWritten(path: string, mode: number): Promise<boolean> {
  if ((mode & 0o222) === 0) return false;
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

function refused(refusal: ToolResult): CurrentFile {
  return { kind: 'refused', refusal };
}
