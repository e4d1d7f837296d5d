import type { Command } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

export function registerShow(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('show')
    .description('show a session turn by turn')
    .argument('<session>', SESSION)
    .option('-t, --turn <number>', 'show only this turn')
    .option('-f, --full', 'include tool input and output, diffs and thinking')
    .option('--follow', 'keep printing what is added to the session, until Ctrl-C')
    .option('--team', 'show a session that your team shares: its id, or PERSON/ID')
    .option('--json', 'print JSON')
    .action(async (session, options) => {
      if (options.team) return done(await (await import('../team/show-shared.js')).showShared(session, options, io));
      if (options.follow) return done(await (await import('./show.js')).follow(session, options, io));
      done((await import('./show.js')).show(session, options, io));
    });
}
