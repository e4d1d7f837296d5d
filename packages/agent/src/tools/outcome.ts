import type { ToolResult } from './tool.js';

/** A call that was wrong as made; the model can correct it. The tag is how the client marks it. */
export function misused(message: string): ToolResult {
  return {
    content: `<tool_use_error>${message}</tool_use_error>`,
    toolUseResult: `Error: ${message}`,
    isError: true,
  };
}

/** A correct call that failed. */
export function failed(message: string): ToolResult {
  return { content: message, toolUseResult: `Error: ${message}`, isError: true };
}

/** A system error in words: what failed, why, what to do. */
export function systemFailure(doing: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = (code !== undefined && CAUSES[code]) || message || String(error);
  return `${doing} failed: ${why}`;
}

const CAUSES: { [code: string]: string | undefined } = {
  ENOSPC: 'the disk is full (ENOSPC). Nothing was changed. Free some space before you try again.',
  EDQUOT: 'the disk quota is used up (EDQUOT). Nothing was changed. Free some space before you try again.',
  EACCES: 'permission was denied by the system (EACCES).',
  EPERM: 'the system does not permit it (EPERM).',
  EROFS: 'the disk is read-only (EROFS).',
  EMFILE: 'too many files are open (EMFILE).',
  ENOTDIR: 'a part of the path is a file, not a folder (ENOTDIR).',
  EISDIR: 'it is a folder (EISDIR).',
  ELOOP: 'its links lead in a circle (ELOOP).',
  ENAMETOOLONG: 'the name is too long (ENAMETOOLONG).',
};
