import type { Io } from '../io.js';
import { serve } from './serve.js';
import { linesOf } from './stdin-lines.js';

/** Serves a client that started this process. */
export function serveStdin(io: Io): Promise<number> {
  return serve(io, linesOf(process.stdin));
}
