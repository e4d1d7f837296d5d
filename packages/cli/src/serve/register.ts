import type { Command } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

export function registerServe(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('serve')
    .description('open the app in your browser (default command)')
    .option('--port <port>', 'listen on this port (default: any free port)')
    .option('--no-open', 'print the link instead of opening a browser')
    .action(async (options) => done(await (await import('./serve.js')).serve(options, io)));

  program
    .command('open')
    .description('open the app at a session')
    .argument('<session>', SESSION)
    .option('--turn <number>', 'show this turn')
    .option('--port <port>', 'listen on this port (default: any free port)')
    .option('--no-open', 'print the link instead of opening a browser')
    .action(async (session, options) => done(await (await import('./serve.js')).serve({ ...options, session }, io)));
}
