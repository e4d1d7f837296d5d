import { statSync } from 'node:fs';
import { FollowedSession, type Session, type Turns, turnsOf } from '@unspool/session';
import { Measured } from './measured.js';

/** How much to read at once. Takes a few hundredths of a second, during which other requests wait. */
const STEP = 4 * 1024 * 1024;
/** Contains the first turns of nearly every session. */
const FIRST_STEP = 1024 * 1024;
/** If a file was written this recently, a client may still be writing to it. */
const FRESH_MS = 60_000;

/** A file that is read in steps, so that other requests are answered in between, and then followed while it grows. */
export class OpenedFile {
  measured = new Measured();
  /** Increases each time the file is read from its beginning. */
  generation = 0;
  private followed: FollowedSession;
  private reading: Promise<void> | undefined;
  private known: { lines: number; turns: Turns } | undefined;

  constructor(
    private readonly file: string,
    private readonly sessionId: string | undefined,
  ) {
    this.followed = this.begin();
    this.grow(FIRST_STEP);
  }

  get session(): Session {
    return this.followed.session;
  }

  get isWhole(): boolean {
    return this.followed.isAtEnd;
  }

  get isReading(): boolean {
    return this.reading !== undefined;
  }

  get isFresh(): boolean {
    const stats = statSync(this.file, { throwIfNoEntry: false });
    return stats !== undefined && Date.now() - stats.mtimeMs < FRESH_MS;
  }

  get revision(): string {
    return `${this.generation}-${this.followed.byte}`;
  }

  turns(): Turns {
    const lines = this.session.lines.total;
    if (this.known?.lines === lines) return this.known.turns;
    this.known = { lines, turns: turnsOf(this.session) };
    return this.known.turns;
  }

  /** Reads to the end, a step at a time. */
  async readAll(): Promise<void> {
    this.reading ??= this.steps().finally(() => {
      this.reading = undefined;
    });
    await this.reading;
  }

  private async steps(): Promise<void> {
    this.grow();
    while (!this.isWhole) {
      await new Promise((resolve) => setImmediate(resolve));
      this.grow();
    }
  }

  /** Reads a little more. */
  grow(bytes = STEP): void {
    if (this.followed.grow(bytes) !== 'rewritten') return;
    this.followed = this.begin();
    this.followed.grow(bytes);
  }

  private begin(): FollowedSession {
    this.generation++;
    this.measured = new Measured();
    this.known = undefined;
    const { sessionId } = this;
    return new FollowedSession(this.file, {
      onNode: this.measured.add,
      ...(sessionId !== undefined && { sessionId }),
    });
  }
}
