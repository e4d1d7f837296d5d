import { closeSync, constants, openSync, write } from 'node:fs';

/** The unit in which files and memory are written past the cache. */
const PAGE = 4096;
const WASM_PAGE = 64 * 1024;
/** So much is put together at a time. */
const ROOM = 4 * 1024 * 1024;
/** Of less the disk is not waited for. */
export const MUCH = 512 * 1024;

/**
 * Appends much to a file past the system's memory of it. What goes through that memory is copied into pages that have to
 * be found first, and soon after it has to be on disk anyway. Only whole pages can go this way: what stands before and
 * behind them is written as usual, and so is all of it where a file system does not let us.
 */
export class UncachedAppend {
  // Memory of WebAssembly begins at a page.
  private readonly room = Buffer.from(new WebAssembly.Memory({ initial: ROOM / WASM_PAGE + 1 }).buffer);

  /** `file`: open for appending, `size` bytes long. */
  async append(
    { fd, path, size }: { fd: number; path: string; size: number },
    parts: Iterable<Uint8Array>,
  ): Promise<void> {
    const direct = openDirect(path);
    try {
      let end = size;
      for (const { from, to } of this.gathered(parts, () => end % PAGE)) {
        await this.write(direct, fd, { from, to });
        end += to - from;
      }
    } finally {
      if (direct !== undefined) closeSync(direct);
    }
  }

  /** The parts one after another, as far into a page of memory as they will stand in a page of the file. */
  private *gathered(parts: Iterable<Uint8Array>, front: () => number): Generator<Stretch> {
    const { room } = this;
    let from = front();
    let to = from;
    for (const part of parts) {
      if (part.length <= room.length - to) {
        room.set(part, to);
        to += part.length;
        continue;
      }
      for (let done = 0; done < part.length; ) {
        if (to === room.length) {
          yield { from, to };
          from = front();
          to = from;
        }
        const next = part.subarray(done, done + room.length - to);
        room.set(next, to);
        done += next.length;
        to += next.length;
      }
    }
    if (to > from) yield { from, to };
  }

  private async write(direct: number | undefined, fd: number, { from, to }: Stretch): Promise<void> {
    const { room } = this;
    const first = Math.ceil(from / PAGE) * PAGE;
    const pages = to - (to % PAGE);
    if (direct === undefined || pages - first < MUCH) {
      await writeAll(fd, room.subarray(from, to));
      return;
    }
    await writeAll(fd, room.subarray(from, first));
    const count = await writePages(direct, room.subarray(first, pages));
    await writeAll(fd, room.subarray(first + count, to));
  }
}

interface Stretch {
  from: number;
  to: number;
}

/** Undefined where there is no such way. */
function openDirect(path: string): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_DIRECT);
  } catch {
    // A file system that cannot.
    return undefined;
  }
}

/** How much of it was written: none where the file is not as we think, or wants larger pages. */
async function writePages(fd: number, pages: Buffer): Promise<number> {
  try {
    return await writeSome(fd, pages);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EINVAL') return 0;
    throw error;
  }
}

async function writeAll(fd: number, bytes: Buffer): Promise<void> {
  for (let left = bytes; left.length > 0; ) left = left.subarray(await writeSome(fd, left));
}

/** In a thread of Node's own: meanwhile the next batch is made. */
function writeSome(fd: number, bytes: Buffer): Promise<number> {
  return new Promise((done, fail) => {
    write(fd, bytes, 0, bytes.length, null, (error, count) => (error ? fail(error) : done(count)));
  });
}
