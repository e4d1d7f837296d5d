import type { Io } from '../io.js';

const SHOW_AFTER_MS = 700;
const EVERY_MS = 100;

/** A progress line on the terminal. Prints nothing in a pipe or for short work. */
export class Progress {
  private readonly what: string;
  private readonly total: number;
  private readonly io: Io;
  /** Not `performance`, which takes milliseconds to load. */
  private readonly started = Date.now();
  private done = 0;
  private shown = 0;

  constructor(what: string, total: number, io: Io) {
    this.what = what;
    this.total = total;
    this.io = io;
  }

  step(): void {
    this.done++;
    if (this.io.columns === undefined) return;
    const now = Date.now();
    if (now - this.started < SHOW_AFTER_MS || now - this.shown < EVERY_MS) return;
    this.shown = now;
    const left = ((now - this.started) / this.done) * (this.total - this.done);
    this.io.err(`\r\u001b[K${this.what}: ${this.done} of ${this.total}, ${Math.ceil(left / 1000)} s left`);
  }

  clear(): void {
    if (this.shown > 0) this.io.err('\r\u001b[K');
    this.shown = 0;
  }
}
