import type { SlashCommand } from '../chat/chat.js';
import { customCommands } from './custom-commands.js';
import { localCommands } from './local-commands.js';

/** All slash commands: built-in ones first, then the user's and the project's. */
export function slashCommands(configDir: string, projectDir: string): SlashCommand[] {
  const own = customCommands(configDir, projectDir).map(({ name, description, argumentHint }) => ({
    name,
    description,
    ...(argumentHint !== undefined && { argumentHint }),
  }));
  const init = { name: 'init', description: 'let the model write a CLAUDE.md for this project' };
  return [...localCommands.map(({ run, ...command }) => command), init, ...own];
}
