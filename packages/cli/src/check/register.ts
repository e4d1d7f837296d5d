import type { Command } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

export function registerCheck(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('check')
    .description(
      'say whether and how much of sessions resumes, and what is odd about their files; exit code 1 if one does not resume',
    )
    .argument('<session...>', SESSION)
    .option('--json', 'print JSON: an array with one object per file')
    .action(async (sessions, options) => done(await (await import('./check.js')).check(sessions, options, io)));
}
