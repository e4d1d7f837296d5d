import { write } from 'node:fs';

/** The size of one write, unless a single line is longer. */
const ROOM = 4 * 1024 * 1024;

/**
 * Collects lines for the end of a file and appends them in few large writes of whole lines. Other processes that append to
 * the file cannot get between, and many small writes would take far longer.
 */
export class LineBuffer {
  private room = Buffer.alloc(0);
  private used = 0;

  hasRoomFor(length: number): boolean {
    return this.used === 0 || length <= this.room.length - this.used;
  }

  /** Adds a part of a line. Call `hasRoomFor` before each line. */
  add(part: Uint8Array): void {
    if (part.length > this.room.length - this.used) this.grow(part.length);
    this.room.set(part, this.used);
    this.used += part.length;
  }

  async writeTo(fd: number): Promise<void> {
    let left = this.room.subarray(0, this.used);
    // Also if writing fails: the caller then adds the lines again.
    this.used = 0;
    while (left.length > 0) left = left.subarray(await written(fd, left));
  }

  private grow(length: number): void {
    const room = Buffer.allocUnsafeSlow(Math.max(ROOM, this.used + length));
    this.room.copy(room, 0, 0, this.used);
    this.room = room;
  }
}

/** Runs in Node's thread pool, while the next batch is prepared. */
function written(fd: number, bytes: Buffer): Promise<number> {
  return new Promise((done, fail) => {
    write(fd, bytes, 0, bytes.length, null, (error, count) => (error ? fail(error) : done(count)));
  });
}
