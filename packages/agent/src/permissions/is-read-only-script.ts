import { isReadOnly } from './read-only-command.js';
import { readScript } from './shell/read-script.js';

/** Whether a script is understood and every command in it only reads. */
export function isReadOnlyScript(source: string): boolean {
  const { commands, doubt } = readScript(source);
  return doubt === undefined && commands.length > 0 && commands.every(isReadOnly);
}
