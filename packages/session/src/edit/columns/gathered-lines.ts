import type { Sink } from '../../write/sink.js';
import type { FollowKernel } from '../follow-kernel.js';

/** What a sink writes as it is, and as much as stays in the processor's own memory beside a window. */
const USUAL = 512 * 1024;
const SLACK = 128;
/** Of a character, as UTF-16 counts them. */
const MOST_BYTES = 3;

/** Lines on their way into a file. They are gathered in the kernel's memory, where their ids get new ones all at once. */
export class GatheredLines {
  private at = 0;
  private length = 0;
  private used = 0;
  private view: Buffer = Buffer.alloc(0);
  private generation = -1;

  constructor(
    private readonly kernel: FollowKernel,
    private readonly sink: Sink,
  ) {}

  /** A stretch of the window. No id may stand across its ends. */
  add(start: number, end: number): void {
    if (start === end) return;
    const length = end - start;
    this.fit(length);
    const { ids, base } = this.kernel;
    ids.memory.copy(base + start, length, this.at + this.used);
    this.used += length;
  }

  /** Gives how many bytes it has. */
  addText(text: string): number {
    if (text === '') return 0;
    this.fit(text.length * MOST_BYTES);
    const length = this.room.write(text, this.used);
    this.used += length;
    return length;
  }

  /** A line that has its new ids. */
  addReady(line: Buffer): void {
    this.flush();
    this.sink.write(line);
  }

  flush(): void {
    const { at, used } = this;
    if (used === 0) return;
    this.used = 0;
    this.kernel.ids.replaceAt(at, at + used);
    this.sink.write(this.room.subarray(0, used));
  }

  private fit(length: number): void {
    if (this.used + length > this.length) this.flush();
    if (length <= this.length) return;
    this.length = Math.max(length, 2 * this.length, USUAL);
    this.at = this.kernel.ids.memory.allocate(this.length + SLACK);
    this.generation = -1;
  }

  /** Memory moves when it needs more. */
  private get room(): Buffer {
    const { memory } = this.kernel.ids;
    if (this.generation !== memory.generation) {
      this.view = memory.view(this.at, this.length);
      this.generation = memory.generation;
    }
    return this.view;
  }
}
