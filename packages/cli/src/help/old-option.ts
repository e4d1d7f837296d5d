import { type Command, Option } from 'commander';
import { UserError } from '../user-error.js';

/** Refuses an option that has a new name. `flags` is the old option; if it has a `<value>`, the new one takes that too. */
export function refuseOldOption(command: Command, flags: string, now: string): void {
  const option = new Option(flags).hideHelp();
  command.addOption(option).on(`option:${option.name()}`, (value: unknown) => {
    const use = option.required ? `${now} ${value}` : now;
    throw new UserError(`${option.long} is now called ${now}.`, { hint: `Use: ${use}`, isUsage: true });
  });
}
