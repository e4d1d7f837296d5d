import { type Command, Option } from 'commander';
import { UserError } from '../user-error.js';

/** Refuses an option that has a new name, and says which: `flags` is the old one with its value, `now` the new one. */
export function refuseOldOption(command: Command, flags: string, now: string): void {
  const option = new Option(flags).hideHelp();
  command.addOption(option).on(`option:${option.name()}`, (value: string) => {
    throw new UserError(`${option.long} is called ${now} here.`, { hint: `Use: ${now} ${value}`, isUsage: true });
  });
}
