import { isReadOnly } from './read-only-command.js';
import { readScript } from './shell/read-script.js';

/** Whether every command in a script is known to only read. */
export function isReadOnlyScript(source: string): boolean {
  const { commands, doubt } = readScript(source);
  return doubt === undefined && commands.length > 0 && commands.every(isReadOnly);
}
