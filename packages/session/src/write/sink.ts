import { fdatasync, writeSync } from 'node:fs';

/** Where bytes go, in order. The caller may reuse its bytes as soon as `write` returns. */
export interface Sink {
  write(bytes: Uint8Array): void;
}

/**
 * Writes all bytes: the system may take only a part at a time. When it refuses the rest, the error says how much was
 * written.
 */
export function writeFully(fd: number, bytes: Uint8Array, at: number | null = null): void {
  let done = 0;
  while (done < bytes.length) done += writeSome(fd, bytes, { done, at: at === null ? null : at + done });
}

function writeSome(fd: number, bytes: Uint8Array, { done, at }: { done: number; at: number | null }): number {
  try {
    return writeSync(fd, bytes, done, bytes.length - done, at);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`only ${done} of ${bytes.length} bytes could be written: ${message}`, { cause: error });
  }
}

const BUFFER = 256 * 1024;
/** For whoever waits for the disk at the end: so often the system is told to begin. */
export const SYNC_EVERY = 32 * 1024 * 1024;

/** A file as a sink. Collects small pieces; call `flush` before closing. */
export class FileSink implements Sink {
  private readonly buffer = Buffer.allocUnsafe(BUFFER);
  private used = 0;
  private unsynced = 0;

  constructor(
    private readonly fd: number,
    private readonly syncEvery = Number.POSITIVE_INFINITY,
  ) {}

  write(bytes: Uint8Array): void {
    if (bytes.length > BUFFER - this.used) this.flush();
    if (bytes.length >= BUFFER) {
      this.put(bytes);
      return;
    }
    this.buffer.set(bytes, this.used);
    this.used += bytes.length;
  }

  flush(): void {
    const bytes = this.buffer.subarray(0, this.used);
    this.used = 0;
    this.put(bytes);
  }

  /** Of a large file the system puts on disk what is there while more is made; whoever needs it there still has to wait. */
  private put(bytes: Uint8Array): void {
    writeFully(this.fd, bytes);
    this.unsynced += bytes.length;
    if (this.unsynced < this.syncEvery) return;
    this.unsynced = 0;
    fdatasync(this.fd, () => {});
  }
}
