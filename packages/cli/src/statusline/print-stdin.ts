import { readFileSync } from 'node:fs';
import type { Io } from '../io.js';
import { statusLine } from './status-line.js';

/** Turns what the client passes on stdin into one line. It must never fail, because the client shows the line. */
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
