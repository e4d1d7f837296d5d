import { type Block, textOf } from '@unspool/session';
import type { Listen, TurnFinished } from '../loop/event.js';

/** A queued prompt, and the caller waiting for the end of its turn. */
export interface Waiting {
  prompt: string | Block[];
  /** A background task's notification, not a prompt by the user. */
  isNotification?: boolean;
  done(turn: TurnFinished | undefined): void;
}

/** Prompts that arrive during a turn, in order. Reports every change. */
export class PromptQueue {
  private waiting: Waiting[] = [];

  constructor(private readonly tell: Listen) {}

  add(entry: Waiting): void {
    this.waiting.push(entry);
    this.report('enqueue', entry);
  }

  /** Removes and returns the first entry if `fits` accepts it. */
  take(fits: (waiting: Waiting) => boolean = () => true): Waiting | undefined {
    const first = this.waiting[0];
    if (!first || !fits(first)) return undefined;
    this.waiting.shift();
    this.report('dequeue');
    return first;
  }

  /** Prompts that may join a running turn. Slash commands wait. In print mode every prompt is a turn of its own. */
  takeJoining(entrypoint: 'cli' | 'sdk-cli'): Waiting[] {
    const taken: Waiting[] = [];
    const fits = ({ prompt, isNotification }: Waiting) =>
      isNotification === true || (entrypoint === 'cli' && !textOf(prompt).startsWith('/'));
    for (let next = this.take(fits); next; next = this.take(fits)) taken.push(next);
    return taken;
  }

  /** Removes and returns the user's prompts; notifications stay. */
  takeBack(): string[] {
    const words = this.words();
    const typed = this.waiting.filter(({ isNotification }) => !isNotification);
    this.waiting = this.waiting.filter(({ isNotification }) => isNotification);
    for (const { done } of typed) done(undefined);
    if (words.length > 0) this.report('popAll');
    return words;
  }

  private report(operation: 'enqueue' | 'dequeue' | 'popAll', entry?: Waiting): void {
    const content = entry && textOf(entry.prompt);
    this.tell({ type: 'queue', operation, ...(content !== undefined && { content }), waiting: this.words() });
  }

  private words(): string[] {
    return this.waiting.filter(({ isNotification }) => !isNotification).map(({ prompt }) => textOf(prompt));
  }
}
