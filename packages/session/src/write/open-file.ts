import { readSync, write, writeSync } from 'node:fs';
import { writeFully } from './sink.js';

/** Work that may have to wait. `atOnce` and `inTurn` do it to its end. */
export type Waiting<T> = Generator<Promise<void>, T, void>;

/** For whoever can wait: other work is done meanwhile. */
export async function inTurn<T>(work: Waiting<T>): Promise<T> {
  let step = work.next();
  while (!step.done) {
    const error = await failureOf(step.value);
    step = error === undefined ? work.next() : work.throw(error);
  }
  return step.value;
}

function failureOf(waited: Promise<void>): Promise<unknown> {
  return waited.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** With files that are written at once there is nothing to wait for. */
export function atOnce<T>(work: Waiting<T>): T {
  const step = work.next();
  if (step.done) return step.value;
  throw new Error('this work has to wait, and nobody waits for it');
}

/** A new file that is written from its start to its end, and read back. */
export interface OpenFile {
  /** What was handed over may not change until `settle` is done. */
  begin(bytes: Uint8Array): void;
  /** Waits until what was begun is written. Throws when it was not. */
  settle(): Waiting<void>;
  /** False when the file ends before. */
  isRead(bytes: Uint8Array, from: number): boolean;
  /** Puts something in the place of what stands there. */
  put(text: string, at: number): boolean;
}

/** Each write is done when it returns. */
export class PlainFile implements OpenFile {
  /** `written`: where it begins to write. */
  constructor(
    protected readonly fd: number,
    protected written = 0,
  ) {}

  begin(bytes: Uint8Array): void {
    writeFully(this.fd, bytes, this.written);
    this.written += bytes.length;
  }

  *settle(): Waiting<void> {}

  isRead(bytes: Uint8Array, from: number): boolean {
    let done = 0;
    while (done < bytes.length) {
      const count = readSync(this.fd, bytes, done, bytes.length - done, from + done);
      if (count === 0) return false;
      done += count;
    }
    return true;
  }

  put(text: string, at: number): boolean {
    return writeSync(this.fd, text, at, 'latin1') === text.length;
  }
}

/** Writes go on while the next bytes are made: one at a time. */
export class BackgroundFile extends PlainFile {
  private pending: Promise<void> | undefined;

  override begin(bytes: Uint8Array): void {
    this.pending = written(this.fd, bytes, this.written);
    // It is asked for later; until then it is nobody's failure.
    this.pending.catch(() => {});
    this.written += bytes.length;
  }

  override *settle(): Waiting<void> {
    const { pending } = this;
    this.pending = undefined;
    if (pending) yield pending;
  }
}

async function written(fd: number, bytes: Uint8Array, from: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += await writtenPart(fd, bytes.subarray(done), from + done);
}

function writtenPart(fd: number, bytes: Uint8Array, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(fd, bytes, 0, bytes.length, at, (error, count) => {
      if (!error) resolve(count);
      else reject(new Error(`${bytes.length} bytes could not be written: ${error.message}`, { cause: error }));
    });
  });
}
