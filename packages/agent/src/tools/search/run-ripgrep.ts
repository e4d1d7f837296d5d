import { spawn } from 'node:child_process';

export interface RipgrepRun {
  args: string[];
  cwd: string;
  signal: AbortSignal;
  /** Stop after this many lines. */
  mostLines: number;
}

export interface RipgrepResult {
  lines: string[];
  /** Whether there were more lines. */
  isCut: boolean;
  /** Set if the call is invalid: why. */
  fault: string | undefined;
}

const TIMEOUT_MS = 30_000;
const MAX_LINE_LENGTH = 4000;

/** Runs the bundled ripgrep and stops it at the limit. */
export async function runRipgrep({ args, cwd, signal, mostLines }: RipgrepRun): Promise<RipgrepResult> {
  const { rgPath } = await import('@vscode/ripgrep');
  return new Promise((done, fail) => {
    const child = spawn(rgPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    const lines: string[] = [];
    let rest = '';
    let errors = '';
    let isCut = false;
    let isLate = false;
    const stop = () => child.kill('SIGKILL');
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, TIMEOUT_MS);
    signal.addEventListener('abort', stop, { once: true });
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk: string) => {
      if (isCut) return;
      const pieces = (rest + chunk).split('\n');
      rest = (pieces.pop() ?? '').slice(0, MAX_LINE_LENGTH);
      lines.push(...pieces.map((line) => line.replace(/\r$/, '').slice(0, MAX_LINE_LENGTH)));
      if (lines.length > mostLines) {
        isCut = true;
        stop();
      }
    });
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (chunk: string) => {
      if (errors.length < 4000) errors += chunk;
    });
    child.once('error', fail);
    child.once('close', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (rest !== '' && !isCut) lines.push(rest);
      const isFault = code === 2 && lines.length === 0;
      const fault = isLate ? `the search took longer than ${TIMEOUT_MS / 1000}s` : isFault ? errors.trim() : undefined;
      done({ lines: lines.slice(0, mostLines), isCut, fault });
    });
  });
}
