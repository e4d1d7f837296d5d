import type { Words } from '../model/words.js';

/** Returns what a person typed: a command with its arguments, otherwise the text. */
export function typedText({ command, text }: Pick<Words, 'command' | 'text'>): string {
  return command?.name ? `${command.name} ${command.args}`.trim() : text;
}
