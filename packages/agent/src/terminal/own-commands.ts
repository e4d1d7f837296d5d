import type { SlashCommand } from '../chat/chat.js';

/** What only a terminal can do. */
export const OWN_COMMANDS: readonly SlashCommand[] = [
  { name: 'exit', description: 'leave' },
  { name: 'keys', description: 'what the keys do' },
];

export const KEYS = [
  'Enter sends; Shift+Enter, Alt+Enter or \\ and Enter begin a new line',
  'Up and Down go through earlier prompts; Up on an empty field takes back what waits',
  '/ completes commands, @ completes files; the path of an image, pasted, adds the image',
  'Esc stops the model at once; what you type while it works waits its turn',
  'Shift+Tab changes the mode: ask, accept edits, plan only',
  'Ctrl+C clears the field, twice leaves; Ctrl+D on an empty field leaves; Ctrl+L clears the screen',
].join('\n');
