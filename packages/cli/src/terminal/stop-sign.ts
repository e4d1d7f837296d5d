import type { Io } from '../io.js';

/** As a shell tells of a command that Ctrl-C ended. */
const STOPPED = 130;

/** Does what Ctrl-C may stop; then it is told what is kept. Gives the exit code. */
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

/** Ctrl-C: work ends after what is being written, and whoever pressed it is told what is kept. */
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

  /** From now on Ctrl-C ends the process at once, as ever. */
  ignore(): void {
    process.off('SIGINT', this.give);
  }

  /** Throws `StoppedByHand` with what is kept. Node tells of a signal only when nothing else is going on. */
  async check(kept: () => string): Promise<void> {
    await new Promise(setImmediate);
    if (this.isPressed) throw stoppedByHand(kept);
  }

  /** Waits for work that may itself wait for others: so long after the sign it is left where it stands. */
  async waitFor<Result>(work: Promise<Result>, mostMs: number, kept: () => string): Promise<Result> {
    const overdue = new Promise<never>((_, leave) => {
      this.onPressed = () => setTimeout(() => leave(stoppedByHand(kept)), mostMs);
    });
    return Promise.race([work, overdue]);
  }
}

function stoppedByHand(kept: () => string): StoppedByHand {
  return new StoppedByHand(`Stopped. ${kept()}`);
}

class StoppedByHand extends Error {}
