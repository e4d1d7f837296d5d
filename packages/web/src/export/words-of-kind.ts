import type { CutText, WordsItem } from '../view/view.js';

/** Labels for whose words they are. */
export const WHOSE: Readonly<Record<WordsItem['kind'], string>> = {
  prompt: 'You',
  queued: 'You, while it worked',
  command: 'Command',
  command_output: 'Command output',
  bash: 'Shell command',
  bash_output: 'Shell output',
  injected: 'Added by the client',
  interruption: 'Interrupted',
  message: 'Message from an agent',
};

/** Whether a person typed it, including commands. */
export function isHuman(kind: WordsItem['kind']): boolean {
  return kind === 'prompt' || kind === 'queued' || kind === 'command' || kind === 'bash';
}

/** A text, with a note if part of it is missing. */
export function withCutNote({ text, length, isCut }: CutText): string {
  return isCut ? `${text}\n[${(length - text.length).toLocaleString('en')} more characters are not shown]` : text;
}

export function dollars(cost: number): string {
  return cost > 0 && cost < 0.01 ? 'under $0.01' : `$${cost.toFixed(2)}`;
}

/** To the minute, with the time zone, since the reader may be in another. */
export function moment(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
