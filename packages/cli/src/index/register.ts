import { type Command, Option } from 'commander';
import type { Io } from '../io.js';

export function registerIndex(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('index')
    .description('update the index, which makes search and usage fast')
    .option('--rebuild', 'read all sessions again; the ledger, tags and pins are kept')
    .option('--watch', 'keep the index up to date until interrupted')
    .option('--no-archive', 'do not archive sessions that Claude Code is about to delete')
    .option('--json', 'print JSON')
    .addOption(
      new Option('--after-turn', 'for hooks: leave it to a process that already waits to do the same').hideHelp(),
    )
    .action(async (options) => done(await (await import('./index-sessions.js')).indexSessions(options, io)));
}
