import type { CutText, WordsItem } from '../view/view.js';

/** Whose words, for people. */
export const WHOSE: Readonly<Record<WordsItem['kind'], string>> = {
  prompt: 'You',
  queued: 'You, while it worked',
  command: 'Command',
  command_output: 'Output of the command',
  bash: 'Shell command',
  bash_output: 'Output of the shell',
  injected: 'Added by the client',
  interruption: 'Interrupted',
};

/** What a person typed, commands too. */
export function isPersons(kind: WordsItem['kind']): boolean {
  return kind === 'prompt' || kind === 'queued' || kind === 'command' || kind === 'bash';
}

/** A text; when something of it is missing, it says how much. */
export function withCutNote({ text, length, isCut }: CutText): string {
  return isCut ? `${text}\n[${(length - text.length).toLocaleString('en')} more characters are not shown]` : text;
}

export function shortCount(value: number): string {
  if (value < 1000) return String(value);
  if (value < 999_500) return `${Number((value / 1000).toPrecision(3))} k`;
  return `${Number((value / 1e6).toPrecision(3))} M`;
}

export function shortDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1000).toPrecision(2))} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return `${Number((ms / 3_600_000).toPrecision(2))} h`;
}

export function dollars(cost: number): string {
  return cost > 0 && cost < 0.01 ? 'under $0.01' : `$${cost.toFixed(2)}`;
}

/** Minutes are enough for a reader; the zone is said, as the reader may live in another. */
export function moment(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const ESCAPE = '[\\u001b\\u009b]';
const ESCAPES = new RegExp(
  `${ESCAPE}(?:\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)|[[\\]()#;?]*(?:\\d{1,4}(?:;\\d{0,4})*)?[\\dA-PR-TZcf-nq-uy=><~])`,
  'g',
);

/** Colours and cursor moves of a terminal mean nothing on paper. */
export function withoutEscapes(text: string): string {
  return text.replace(ESCAPES, '');
}
