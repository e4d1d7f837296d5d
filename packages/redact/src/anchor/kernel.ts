import { loadWasm } from '../load-wasm.js';
import { writeTables } from './tables.js';

/** The kernel looks further than the end of a text: at 64 characters at a time, and at what a URL may have. */
const SLACK = 1024;
const PAGE = 65_536;
const FIRST_SIZE = 256 * 1024;
/** A longer text is read without the kernel rather than held twice. */
const LONGEST = 4 * 1024 * 1024;

/** Passes over text where no rule can find a secret, in WebAssembly. It holds one text at a time. */
export class Kernel {
  private readonly memory: WebAssembly.Memory;
  private readonly nextAnchor: (from: number, end: number) => number;
  private readonly narrow: (from: number, to: number, count: number) => void;
  private readonly textAt: number;
  private readonly anchorEndAt: number;
  private buffer: Buffer;
  private length = 0;

  constructor(module: WebAssembly.Module) {
    this.memory = new WebAssembly.Memory({ initial: 16 });
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.memory } });
    const addressOf = ((this as any).addressOf = (name: string) => (exports[name] as { value: number }).value);
    this.nextAnchor = exports['nextAnchor'] as Kernel['nextAnchor'];
    this.narrow = exports['narrow'] as Kernel['narrow'];
    this.textAt = addressOf('TEXT');
    this.anchorEndAt = addressOf('ANCHOR_END');
    this.buffer = this.roomFor(FIRST_SIZE);
    writeTables(this.memory.buffer, addressOf);
  }

  /** Takes a text to look through. False for one that is too long. */
  put(text: string): boolean {
    const { length } = text;
    if (length > LONGEST) return false;
    // As UTF-16 a text is copied fastest, whatever is in it; then each character is made one byte.
    const source = (this.textAt + length + SLACK) & ~15;
    this.buffer = this.roomFor(source - this.textAt + length * 2);
    this.buffer.write(text, source, 'utf16le');
    this.narrow(source, this.textAt, length);
    this.length = length;
    return true;
  }

  /** The place of the next anchor; the length of the text when there is none. */
  next(from: number): number {
    return this.nextAnchor(this.textAt + from, this.textAt + this.length) - this.textAt;
  }

  /** Where the anchor ends that was found last. */
  get anchorEnd(): number {
    return this.buffer.readUInt32LE(this.anchorEndAt) - this.textAt;
  }

  private roomFor(length: number): Buffer {
    const missing = this.textAt + length + SLACK - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    else if (this.buffer) return this.buffer;
    return Buffer.from(this.memory.buffer);
  }
}

/** Undefined in a browser, which has no files to load it from. */
export function openKernel(): Kernel | undefined {
  const module = loadWasm(new URL('../../assembly/find-anchor.wasm', import.meta.url));
  return module && new Kernel(module);
}
