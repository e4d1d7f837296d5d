import type { Command } from 'commander';
import type { Io } from '../io.js';

export function registerStatusline(program: Command, io: Io, done: (exitCode: number) => void): void {
  const line = program
    .command('statusline')
    .description('print a status line for Claude Code: cost, context, cache, sub-agents')
    .action(async () => done((await import('./print-stdin.js')).printStdin(io)));

  line
    .command('install')
    .description('add the status line to the settings of Claude Code; a copy of the old file is kept beside it')
    .option('--json', 'print JSON')
    .action(async (options) => done((await import('./install.js')).installStatusline(options, io)));

  line
    .command('uninstall')
    .description('remove the status line from the settings')
    .option('--json', 'print JSON')
    .action(async (options) => done((await import('./install.js')).uninstallStatusline(options, io)));

  line
    .command('refresh', { hidden: true })
    .description('note what sessions cost today, for status lines to read')
    .action(async () => done(await (await import('./day-ledger.js')).noteDayCosts(io)));
}
