import type { Command } from 'commander';
import type { Io } from '../io.js';

export function registerIndex(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('index')
    .description('bring the index of all sessions up to date: it makes search ranked and usage instant')
    .option('--rebuild', 'read everything again; the usage ledger, tags and pins are kept')
    .option('--watch', 'keep going until interrupted')
    .option('--no-archive', 'do not archive what the client will delete')
    .option('--json', 'print JSON')
    .action(async (options) => done(await (await import('./index-sessions.js')).indexSessions(options, io)));
}
