import type { Command } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

export function registerMessages(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('messages')
    .description('print the messages that Claude Code sends when it resumes a session')
    .argument('<session>', SESSION)
    .option('--prompt <text>', 'append this prompt as Claude Code would')
    .option('--json', 'print JSON: {"resumed", "reasons", "messages"}')
    .action(async (session, options) => done((await import('./messages.js')).messages(session, options, io)));
}
