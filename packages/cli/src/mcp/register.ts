import type { Command } from 'commander';
import type { Io } from '../io.js';

/** `unspool.ts` starts the server without this, to be fast. Registered for --help. */
export function registerMcp(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('mcp')
    .description('let a model search past sessions, over the Model Context Protocol on stdin and stdout')
    .action(async () => done(await (await import('./serve-stdin.js')).serveStdin(io)));
}
