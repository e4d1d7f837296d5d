import { readFileSync } from 'node:fs';
import type { Io } from '../io.js';
import { statusLine } from './status-line.js';

/** Prints the status line for the JSON on stdin. Never fails. */
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
