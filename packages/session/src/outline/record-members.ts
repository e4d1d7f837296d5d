import type { KnownTexts } from './known-texts.js';
import { NO_MEMORY, type RecordMemory } from './outline-kernel.js';

const QUOTE = 34;

/** The members of one object as the kernel noted them: which there are, then where each begins and ends. */
export class Members {
  private words = NO_MEMORY.words;
  private bytes = NO_MEMORY.bytes;
  private at = 0;
  private found = 0;

  constructor(private readonly texts: KnownTexts) {}

  use({ words, bytes }: RecordMemory, at: number): void {
    this.words = words;
    this.bytes = bytes;
    this.at = at;
    this.found = words[at] ?? 0;
  }

  has(field: number): boolean {
    return (this.found & (1 << field)) !== 0;
  }

  /** 0 when the object has no such member: no value stands there. */
  start(field: number): number {
    return this.has(field) ? (this.words[this.at + 1 + field * 2] ?? 0) : 0;
  }

  end(field: number): number {
    return this.words[this.at + 2 + field * 2] ?? 0;
  }

  /** The byte a value begins with; undefined when there is no such member. */
  first(field: number): number | undefined {
    return this.has(field) ? this.bytes[this.start(field)] : undefined;
  }

  /** Whether a value stands there in just these bytes. Another way to write the same is not told. */
  isWritten(field: number, as: Uint8Array): boolean {
    const start = this.start(field);
    if (start === 0 || this.end(field) - start !== as.length) return false;
    for (let at = 0; at < as.length; at++) if (this.bytes[start + at] !== as[at]) return false;
    return true;
  }

  /** A copy of what stands there; empty when there is no such member. */
  written(field: number): Uint8Array {
    return Uint8Array.from(this.has(field) ? this.bytes.subarray(this.start(field), this.end(field)) : []);
  }

  text(field: number): string | undefined {
    if (!this.has(field)) return undefined;
    const start = this.start(field);
    return this.bytes[start] === QUOTE ? this.texts.at(this.bytes, start, this.end(field)) : undefined;
  }
}
