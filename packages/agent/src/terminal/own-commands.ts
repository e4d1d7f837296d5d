import type { SlashCommand } from '../chat/chat.js';

/** Commands that only work at a terminal. */
export const OWN_COMMANDS: readonly SlashCommand[] = [
  { name: 'exit', description: 'exit the chat' },
  { name: 'keys', description: 'list the keys' },
];

/** What /help shows: all commands, then the keys. */
export function helpText(commands: readonly SlashCommand[]): string {
  const rows = [...commands, ...OWN_COMMANDS].map(({ name, argumentHint, description }) => ({
    usage: `/${[name, argumentHint].filter(Boolean).join(' ')}`,
    description,
  }));
  const width = Math.min(24, Math.max(...rows.map(({ usage }) => usage.length)));
  return [...rows.map(({ usage, description }) => `${usage.padEnd(width)}  ${description}`), '', KEYS].join('\n');
}

export const KEYS = [
  'Enter sends; Shift+Enter, Alt+Enter, or \\ then Enter starts a new line',
  'Up and Down recall earlier prompts; Up in an empty field takes back queued prompts',
  '/ completes commands and @ completes files; paste the path of an image to attach it',
  '!command runs a shell command; the model reads its output',
  'Esc stops the model at once; prompts you send while it works are queued',
  'Esc twice clears the field; in an empty field it rewinds to an earlier prompt and puts it back in the field',
  'Ctrl+R finds an earlier prompt; Ctrl+O shows the whole output of the last calls',
  'Shift+Tab switches the mode: ask, accept edits, plan only',
  'Ctrl+C clears the field, twice exits; Ctrl+D in an empty field exits; Ctrl+L clears the screen',
].join('\n');
