import type { OtherEntry } from '../format/entry.js';
import type { UserEntry } from '../format/schema.js';
import { isLocalCommand } from './local-command.js';
import { oneLine } from './one-line.js';
import { wordsOf } from './words.js';

/** A session's title and where it comes from. */
export interface Title {
  text: string;
  source: 'custom' | 'ai' | 'summary' | 'prompt' | 'none';
}

/** The first line of each kind; the best of them names the session. */
export type FirstWords = { [kind in AskKind]?: string };
type AskKind = (typeof ASKS)[number];
/** The user's words first, then a command for the model, then a command that the client ran itself. */
const ASKS = ['prompt', 'command', 'local'] as const;

export interface Summary {
  text?: string | undefined;
  leafUuid: string;
}

/** As JSON, to be stored and continued later. */
export interface TitleState {
  custom?: string | undefined;
  ai?: string | undefined;
  summaries?: Summary[];
  main?: FirstWords;
  all?: FirstWords;
}

/**
 * Collects what lines say about a session's title, in file order: the user's own title, otherwise the client's,
 * otherwise a summary of this conversation, otherwise the user's first words. Of lines that repeat, the last counts,
 * even an empty one.
 */
export class TitleNotes {
  custom: string | undefined;
  ai: string | undefined;
  readonly summaries: Summary[];
  private readonly words: { main: FirstWords; all: FirstWords };

  constructor({ custom, ai, summaries = [], main = {}, all = {} }: TitleState = {}) {
    this.custom = custom;
    this.ai = ai;
    this.summaries = [...summaries];
    this.words = { main: { ...main }, all: { ...all } };
  }

  state(): TitleState {
    const { custom, ai, summaries, words } = this;
    return { custom, ai, summaries: [...summaries], main: { ...words.main }, all: { ...words.all } };
  }

  knowsPrompt(thread: 'main' | 'all'): boolean {
    return this.words[thread].prompt !== undefined;
  }

  addLine(line: OtherEntry): void {
    const { type, leafUuid } = line;
    if (type === 'custom-title') this.custom = textOf(line['customTitle']);
    if (type === 'ai-title') this.ai = textOf(line['aiTitle']);
    if (type === 'summary' && typeof leafUuid === 'string')
      this.summaries.push({ text: textOf(line['summary']), leafUuid });
  }

  addWords(entry: UserEntry, isSidechain: boolean): void {
    const threads = isSidechain ? (['all'] as const) : (['all', 'main'] as const);
    const waiting = threads.filter((thread) => !this.knowsPrompt(thread));
    const ask = waiting.length > 0 ? askOf(entry) : undefined;
    if (ask) for (const thread of waiting) this.words[thread][ask.kind] ??= ask.line;
  }

  title(thread: 'main' | 'all', ownSummary: (summaries: readonly Summary[]) => string | undefined): Title {
    if (this.custom !== undefined) return { text: this.custom, source: 'custom' };
    if (this.ai !== undefined) return { text: this.ai, source: 'ai' };
    const summary = this.summaries.length > 0 ? ownSummary(this.summaries) : undefined;
    if (summary !== undefined) return { text: summary, source: 'summary' };
    const words = bestOf(this.words[thread]);
    return words === undefined ? { text: '', source: 'none' } : { text: words, source: 'prompt' };
  }
}

export function bestOf(words: FirstWords): string | undefined {
  return words.prompt ?? words.command ?? words.local;
}

/** Returns what a person asked for on a line, shortened to one line; undefined if no person asked anything. */
export function askOf(entry: UserEntry): { kind: AskKind; line: string } | undefined {
  const words = wordsOf(entry);
  if (words.kind !== 'prompt' && words.kind !== 'command') return undefined;
  const line = oneLine(words.command ? `${words.command.name} ${words.command.args}` : words.text);
  if (line === '') return undefined;
  return { kind: isLocalCommand(line) ? 'local' : words.kind, line };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
