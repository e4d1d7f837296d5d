import { setImmediate } from 'node:timers/promises';
import type { IndexProgress } from '@unspool/store';
import { plural, shortSize } from '../terminal/numbers.js';

/** Ctrl-C while the index is made: work ends after what is being written, and whoever pressed it is told what is kept. */
export class StopSign {
  private isGiven = false;
  private readonly give = () => {
    this.isGiven = true;
  };

  constructor() {
    process.on('SIGINT', this.give);
  }

  /** Throws `StoppedByHand`. Node tells of a signal only when nothing else is going on. */
  async check(reached: IndexProgress): Promise<void> {
    await setImmediate();
    if (this.isGiven && reached.filesDone < reached.files) throw new StoppedByHand(keptText(reached));
  }

  /** From now on Ctrl-C ends the process at once, as ever. */
  async end(): Promise<void> {
    await setImmediate();
    this.ignore();
    if (this.isGiven) throw new StoppedByHand('Stopped. All files are in the index; nothing was archived.');
  }

  ignore(): void {
    process.off('SIGINT', this.give);
  }
}

export class StoppedByHand extends Error {}

function keptText({ files, filesDone, bytes, bytesDone }: IndexProgress): string {
  const done = `${filesDone} of ${plural(files, 'file')} (${shortSize(bytesDone)} of ${shortSize(bytes)})`;
  return `Stopped. ${done} are in the index and stay there; the next time it goes on from here.`;
}
