import { loadWasm } from '../load-wasm.js';
import { writeTables } from './tables.js';

/** The kernel reads past the end of a text: 64 characters at a time, or as far as a URL may reach. */
const SLACK = 1024;
const PAGE = 65_536;
/** Enough for the tables and most texts. */
const FIRST_PAGES = 32;
/** A longer text is scanned without the kernel rather than held in memory twice. */
const LONGEST = 4 * 1024 * 1024;

/** Skips text in which no rule can find a secret. Runs in WebAssembly and holds one text at a time. */
export class Kernel {
  private readonly memory = new WebAssembly.Memory({ initial: FIRST_PAGES });
  private buffer = Buffer.from(this.memory.buffer);
  private readonly nextAnchor: (from: number, end: number) => number;
  private readonly narrow: (from: number, to: number, count: number) => void;
  private readonly textAt: number;
  private readonly anchorEndAt: number;
  private length = 0;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.memory } });
    const addressOf = (name: string) => (exports[name] as { value: number }).value;
    this.nextAnchor = exports['nextAnchor'] as Kernel['nextAnchor'];
    this.narrow = exports['narrow'] as Kernel['narrow'];
    this.textAt = addressOf('TEXT');
    this.anchorEndAt = addressOf('ANCHOR_END');
    writeTables(this.memory.buffer, addressOf);
  }

  /** Loads a text. Returns false if it is too long. */
  put(text: string): boolean {
    const { length } = text;
    if (length > LONGEST) return false;
    // Copying as UTF-16 is fastest. The kernel then reduces each character to one byte.
    const source = (this.textAt + length + SLACK) & ~15;
    this.makeRoom(source + length * 2 + SLACK);
    this.buffer.write(text, source, 'utf16le');
    this.narrow(source, this.textAt, length);
    this.length = length;
    return true;
  }

  /** The position of the next anchor; the length of the text if there is none. */
  next(from: number): number {
    return this.nextAnchor(this.textAt + from, this.textAt + this.length) - this.textAt;
  }

  /** The end of the anchor that `next` returned last. */
  get anchorEnd(): number {
    return this.buffer.readUInt32LE(this.anchorEndAt) - this.textAt;
  }

  private makeRoom(size: number): void {
    const missing = size - this.buffer.length;
    if (missing <= 0) return;
    this.memory.grow(Math.ceil(missing / PAGE));
    this.buffer = Buffer.from(this.memory.buffer);
  }
}

/** Returns undefined in a browser, which cannot load the file. */
export function openKernel(): Kernel | undefined {
  const module = loadWasm(new URL('../../assembly/find-anchor.wasm', import.meta.url));
  return module && new Kernel(module);
}
