import type { Command } from 'commander';
import { UserError } from '../user-error.js';
import { didYouMean } from './help.js';
import { suggest } from './suggest.js';

/** The error for a command that does not exist. */
export function refuseCommand(typed: string, program: Command): UserError {
  const names = program.commands.map((command) => command.name());
  return new UserError(`There is no command "${typed}".`, {
    hint: didYouMean(suggest(typed, names)) ?? 'See: unspool --help',
    isUsage: true,
  });
}
