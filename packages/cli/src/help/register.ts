import type { Command } from 'commander';
import type { Io } from '../io.js';

export function registerHelp(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('help')
    .description('explain a command or a topic')
    .argument('[words...]', 'a command or a topic')
    .action(async (words) => {
      (await import('./help.js')).help(words, program, io);
      done(0);
    });
}
