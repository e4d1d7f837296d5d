import type { Io } from '../io.js';

/** The exit code that shells use for a command ended by Ctrl-C. */
const STOPPED = 130;

/** Runs work that Ctrl-C may stop. Reports what is kept, and returns the exit code. */
export async function stoppable(io: Io, work: (stop: StopSign) => Promise<number>): Promise<number> {
  const stop = new StopSign();
  try {
    return await work(stop);
  } catch (error) {
    if (!(error instanceof StoppedByHand)) throw error;
    io.err(`${error.message}\n`);
    return STOPPED;
  } finally {
    stop.ignore();
  }
}

/** Ctrl-C: work ends after the current write, and the user is told what is kept. */
export class StopSign {
  private isPressed = false;
  private onPressed = () => {};
  private readonly give = () => {
    this.isPressed = true;
    this.onPressed();
  };

  constructor() {
    this.watch();
  }

  get isGiven(): boolean {
    return this.isPressed;
  }

  watch(): void {
    this.ignore();
    process.on('SIGINT', this.give);
  }

  /** From now on, Ctrl-C ends the process at once, as usual. */
  ignore(): void {
    process.off('SIGINT', this.give);
  }

  /** Throws `StoppedByHand` with what is kept. Node delivers signals only when the event loop is idle, so this waits for it. */
  async check(kept: () => string): Promise<void> {
    await new Promise(setImmediate);
    if (this.isPressed) throw stoppedByHand(kept);
  }

  /** Awaits work that may itself be waiting. If it is not done this long after Ctrl-C, it is abandoned. */
  async waitFor<Result>(work: Promise<Result>, maxMs: number, kept: () => string): Promise<Result> {
    const overdue = new Promise<never>((_, leave) => {
      this.onPressed = () => setTimeout(() => leave(stoppedByHand(kept)), maxMs);
    });
    return Promise.race([work, overdue]);
  }
}

function stoppedByHand(kept: () => string): StoppedByHand {
  return new StoppedByHand(`Stopped. ${kept()}`);
}

class StoppedByHand extends Error {}
