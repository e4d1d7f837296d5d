import { type Block, textOf } from '@unspool/session';
import type { Listen, TurnFinished } from '../loop/event.js';

/** A queued prompt, and the caller waiting for the end of its turn. */
export interface Waiting {
  prompt: string | Block[];
  /** News of a background task, not typed by anyone. */
  isNotification?: boolean;
  done(turn: TurnFinished | undefined): void;
}

/** Prompts that arrive while the loop works, in order. Every change is reported. */
export class PromptQueue {
  private waiting: Waiting[] = [];

  constructor(private readonly tell: Listen) {}

  add(entry: Waiting): void {
    this.waiting.push(entry);
    this.report('enqueue', entry);
  }

  /** The next prompt, if it fits: a slash command has to wait for the end of the turn. */
  take(fits: (waiting: Waiting) => boolean = () => true): Waiting | undefined {
    const first = this.waiting[0];
    if (!first || !fits(first)) return undefined;
    this.waiting.shift();
    this.report('dequeue');
    return first;
  }

  /** What may join a running turn: anything but a slash command. In print mode each prompt is a turn with its own result. */
  takeJoining(entrypoint: 'cli' | 'sdk-cli'): Waiting[] {
    const taken: Waiting[] = [];
    const fits = ({ prompt, isNotification }: Waiting) =>
      isNotification === true || (entrypoint === 'cli' && !textOf(prompt).startsWith('/'));
    for (let next = this.take(fits); next; next = this.take(fits)) taken.push(next);
    return taken;
  }

  /** Takes back typed prompts; notifications stay. */
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
