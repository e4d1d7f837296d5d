// biome-ignore-all lint/suspicious/noControlCharactersInRegex: these patterns find control characters.
import { isSessionId } from '@unspool/session/locate';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';

/**
 * The command that continues a session, to paste into a shell. The folder may come from an untrusted file, so it must
 * be quoted safely. Undefined if that is impossible.
 */
export function resumeCommand(
  sessionId: string,
  cwd: string | undefined,
  platform: Io['platform'],
): string | undefined {
  if (!isSessionId(sessionId)) return undefined;
  const resume = `claude --resume ${sessionId}`;
  return cwd === undefined ? resume : inFolder(cwd, resume, platform);
}

/** A command to be run in a folder. Undefined where no command can name it. */
export function inFolder(cwd: string, command: string, platform: Io['platform']): string | undefined {
  const folder = shellWord(cwd, platform);
  if (folder === undefined) return undefined;
  const isPlain = folder === cwd && !/^[-~]/.test(cwd);
  return `cd ${isPlain || platform === 'win32' ? '' : '-- '}${folder} && ${command}`;
}

/** Prints how to continue, or why no command can be given. */
export function printResume(sessionId: string, cwd: string | undefined, io: Io): void {
  const command = resumeCommand(sessionId, cwd, io.platform);
  if (command !== undefined) {
    io.out(`\nContinue with: ${command}\n`);
    return;
  }
  if (!isSessionId(sessionId)) return;
  io.err(`The name of the folder cannot be quoted safely in a command: ${safeLine(cwd ?? '')}\n`);
  io.out(`\nIn that folder, continue with: claude --resume ${sessionId}\n`);
}

/** Quotes one word of a command line if necessary. Undefined if it cannot be quoted safely. */
export function shellWord(text: string, platform: Io['platform']): string | undefined {
  if (text === '' || UNPRINTABLE.test(text)) return undefined;
  if (platform === 'win32') {
    if (/^[\w./:\\-]+$/.test(text)) return text;
    return WINDOWS_READS.test(text) ? undefined : `"${text}"`;
  }
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A line break would run the rest as a command. The others make the line look different from what it is. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f\ud800-\udfff]/u;

/** Special inside double quotes in cmd or PowerShell. PowerShell treats curly quotes as straight ones. */
const WINDOWS_READS = /["%!$`^\u201c-\u201e]/;
