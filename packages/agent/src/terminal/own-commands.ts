import type { SlashCommand } from '../chat/chat.js';

/** Commands that only work at a terminal. */
export const OWN_COMMANDS: readonly SlashCommand[] = [
  { name: 'exit', description: 'exit the chat' },
  { name: 'keys', description: 'list the keys' },
];

export const KEYS = [
  'Enter sends; Shift+Enter, Alt+Enter, or \\ then Enter starts a new line',
  'Up and Down recall earlier prompts; Up in an empty field takes back queued prompts',
  '/ completes commands and @ completes files; paste the path of an image to attach it',
  'Esc stops the model at once; prompts you send while it works are queued',
  'Shift+Tab switches the mode: ask, accept edits, plan only',
  'Ctrl+C clears the field, twice exits; Ctrl+D in an empty field exits; Ctrl+L clears the screen',
].join('\n');
