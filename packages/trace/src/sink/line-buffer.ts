import { write } from 'node:fs';

/** So much is written at once, and more only where one line is longer. */
const ROOM = 4 * 1024 * 1024;

/**
 * Lines on their way to the end of a file, in few large writes of whole lines: who else appends to the same file does not
 * get in between, and many small pieces would take the system far longer.
 */
export class LineBuffer {
  private room = Buffer.alloc(0);
  private used = 0;

  hasRoomFor(length: number): boolean {
    return this.used === 0 || length <= this.room.length - this.used;
  }

  /** A part of a line. Ask for room before each line. */
  add(part: Uint8Array): void {
    if (part.length > this.room.length - this.used) this.grow(part.length);
    this.room.set(part, this.used);
    this.used += part.length;
  }

  async writeTo(fd: number): Promise<void> {
    let left = this.room.subarray(0, this.used);
    // Whatever becomes of it: who failed to write it has it made again.
    this.used = 0;
    while (left.length > 0) left = left.subarray(await written(fd, left));
  }

  private grow(length: number): void {
    const room = Buffer.allocUnsafeSlow(Math.max(ROOM, this.used + length));
    this.room.copy(room, 0, 0, this.used);
    this.room = room;
  }
}

/** In a thread of Node's own: meanwhile the next batch is made. */
function written(fd: number, bytes: Buffer): Promise<number> {
  return new Promise((done, fail) => {
    write(fd, bytes, 0, bytes.length, null, (error, count) => (error ? fail(error) : done(count)));
  });
}
