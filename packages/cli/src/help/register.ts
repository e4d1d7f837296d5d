import type { Command } from 'commander';
import type { Io } from '../io.js';

export function registerHelp(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('help')
    .description('explain a command or a topic')
    .argument('[words...]', 'a command or a topic')
    .option('--man', 'print the man page')
    .action(async (words, { man }) => {
      if (man) io.out((await import('./man.js')).manPage(program));
      else (await import('./help.js')).help(words, program, io);
      done(0);
    });

  program
    .command('completion')
    .description('print a script that completes commands, options and sessions')
    .argument('<shell>', 'bash, zsh or fish')
    .action(async (shell) => {
      io.out((await import('./completion-script.js')).completionScript(shell));
      done(0);
    });

  program
    .command('complete', { hidden: true })
    .argument('[words...]', 'the words after "unspool", up to the one that is being typed')
    .action(async (words) => {
      (await import('./complete.js')).complete(words, program, io);
      done(0);
    });
}
