import type { Command } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

export function registerCheck(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('check')
    .description('report how much of a session resumes and what is wrong with its file')
    .argument('<session...>', SESSION)
    .option('--json', 'print JSON: an array with one object per file')
    .action(async (sessions, options) => done(await (await import('./check.js')).check(sessions, options, io)));
}
