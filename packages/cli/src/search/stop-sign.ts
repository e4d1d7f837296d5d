import { setImmediate } from 'node:timers/promises';

/** Ctrl-C: work ends after what is being written, and whoever pressed it is told what is kept. */
export class StopSign {
  private isGiven = false;
  private readonly give = () => {
    this.isGiven = true;
  };

  constructor() {
    this.watch();
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
    await setImmediate();
    if (this.isGiven) throw new StoppedByHand(`Stopped. ${kept()}`);
  }
}

export class StoppedByHand extends Error {}
