import type { Command, CommanderError } from 'commander';
import { UserError } from '../user-error.js';
import { pathOf } from './examples.js';

/** What Commander found wrong with a command line, in the form of all our errors. */
export function usageError(error: CommanderError, command: Command): UserError {
  const [first = '', guess] = error.message.replace(/^error: /, '').split('\n');
  const see = `See: unspool ${[...pathOf(command).split(' '), '--help'].filter(Boolean).join(' ')}`;
  const own = error.code === 'commander.unknownOption' ? HINTS[pathOf(command)] : undefined;
  const hint = [guess?.replace(/^\((.*)\)$/, '$1'), own, see].filter(Boolean).join('\n  ');
  return new UserError(sentence(error.code, first, command), { hint, isUsage: true });
}

const HINTS: { readonly [command: string]: string } = {
  search: 'To leave a word out, quote the whole query: unspool search "test -error"',
  move: 'A folder whose name begins with "-" needs ./ before it: unspool move ./-old new',
};

const NAMES: { readonly [argument: string]: string } = { a: 'SESSION', b: 'The second SESSION' };

function sentence(code: string, message: string, command: Command): string {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? '';
  switch (code) {
    case 'commander.unknownOption':
      return `There is no option ${quoted}.`;
    case 'commander.missingArgument':
      return `${NAMES[quoted] ?? quoted.toUpperCase()} is missing.`;
    case 'commander.missingMandatoryOptionValue':
      return `The option ${quoted} is required.`;
    case 'commander.optionMissingArgument':
      return `The option ${quoted} needs a value.`;
    case 'commander.unknownCommand':
      return `There is no command "${[pathOf(command), quoted].filter(Boolean).join(' ')}".`;
    case 'commander.help':
      return `unspool ${pathOf(command)} needs a command.`;
    case 'commander.excessArguments':
      return `There are too many arguments for unspool ${pathOf(command)}.`;
    default:
      return `${message}.`;
  }
}

/** The command that a command line names. */
export function commandIn(args: readonly string[], program: Command): Command {
  let command = program;
  for (const word of args) {
    const next = command.commands.find((each) => each.name() === word);
    if (next) command = next;
    else if (!word.startsWith('-')) break;
  }
  return command;
}
