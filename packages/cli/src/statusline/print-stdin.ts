import { readFileSync } from 'node:fs';
import type { Io } from '../io.js';
import { statusLine } from './status-line.js';

/** What the client gives on stdin, as one line. It must never fail: the client shows what it can. */
export function printStdin(io: Io): number {
  io.out(`${statusLine(textOnStdin(), io)}\n`);
  return 0;
}

function textOnStdin(): string {
  try {
    return readFileSync(0, 'utf8');
  } catch {
    return '';
  }
}
