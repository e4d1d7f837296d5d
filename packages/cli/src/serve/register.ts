import type { Command } from 'commander';
import type { Io } from '../io.js';

export function registerServe(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('serve')
    .description('open the app in a browser: find, read, search, measure and edit sessions (default command)')
    .option('--port <port>', 'serve on this port (default: any free port)')
    .option('--no-open', 'only print the link')
    .action(async (options) => done(await (await import('./serve.js')).serve(options, io)));
}
