import { fdatasync, writeSync } from 'node:fs';

/** A destination for bytes, in order. The caller may reuse its bytes as soon as `write` returns. */
export interface Sink {
  write(bytes: Uint8Array): void;
}

/**
 * Writes all bytes: the system may accept only part at a time. If it refuses the rest, the error reports how much was
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
/** For callers that sync at the end: how often to start writing to disk. */
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

  /** For a large file, starts writing to disk while more is produced. Callers that need it there must still sync. */
  private put(bytes: Uint8Array): void {
    writeFully(this.fd, bytes);
    this.unsynced += bytes.length;
    if (this.unsynced < this.syncEvery) return;
    this.unsynced = 0;
    fdatasync(this.fd, () => {});
  }
}
