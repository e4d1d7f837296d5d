import type { Command } from 'commander';
import type { Io } from '../io.js';

export function registerConfig(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('config')
    .description('list or change settings, such as the time zone')
    .argument('[name]', 'a setting; without it, list all')
    .argument('[value]', 'its new value; without it, print the current one')
    .option('--unset', 'go back to the default')
    .option('--json', 'print JSON')
    .action(async (name, value, options) =>
      done((await import('./config.js')).config(name, value, { ...options, io })),
    );
}
