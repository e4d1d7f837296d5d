import type { ToolResult } from './tool.js';

/** The result of an invalid call, which the model can correct. The client marks it with this tag. */
export function misused(message: string): ToolResult {
  return {
    content: `<tool_use_error>${message}</tool_use_error>`,
    toolUseResult: `Error: ${message}`,
    isError: true,
  };
}

/** The result of a valid call that failed. */
export function failed(message: string): ToolResult {
  return { content: message, toolUseResult: `Error: ${message}`, isError: true };
}

/** Describes a system error: what failed, why, and what to do. */
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
