// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
import { isSessionId } from '@unspool/session/locate';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';

/**
 * What continues a session, for a person to paste into a shell. The folder may come from a stranger's file, so a shell
 * must read nothing in it. Undefined where no such line can be written.
 */
export function resumeCommand(
  sessionId: string,
  cwd: string | undefined,
  platform: Io['platform'],
): string | undefined {
  if (!isSessionId(sessionId)) return undefined;
  const resume = `claude --resume ${sessionId}`;
  if (cwd === undefined) return resume;
  const folder = shellWord(cwd, platform);
  if (folder === undefined) return undefined;
  const isPlain = folder === cwd && !/^[-~]/.test(cwd);
  return `cd ${isPlain || platform === 'win32' ? '' : '-- '}${folder} && ${resume}`;
}

/** Tells how to go on, or why no command can be given. */
export function printResume(sessionId: string, cwd: string | undefined, io: Io): void {
  const command = resumeCommand(sessionId, cwd, io.platform);
  if (command !== undefined) {
    io.out(`\nContinue with: ${command}\n`);
    return;
  }
  if (!isSessionId(sessionId)) return;
  io.err(`The name of the folder holds what no command can hold safely: ${safeLine(cwd ?? '')}\n`);
  io.out(`\nContinue, in that folder, with: claude --resume ${sessionId}\n`);
}

/** One word of a command line, quoted where a shell would read more in it. Undefined where that cannot be done. */
export function shellWord(text: string, platform: Io['platform']): string | undefined {
  if (text === '' || UNPRINTABLE.test(text)) return undefined;
  if (platform === 'win32') {
    if (/^[\w./:\\-]+$/.test(text)) return text;
    return WINDOWS_READS.test(text) ? undefined : `"${text}"`;
  }
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Line ends would run the rest as a command; the others make the line look like another one. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f\ud800-\udfff]/u;

/** What one of the two shells of Windows reads inside double quotes. PowerShell takes curly quotes for straight ones. */
const WINDOWS_READS = /["%!$`^\u201c-\u201e]/;
