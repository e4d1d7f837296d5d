import { loadWasm } from '../load-wasm.js';

/** The same numbers as in assembly/sha256.ts. */
const TEXT = 4096;
const DIGEST = 1024;
const CONSTANTS = 3072;
const PAGE = 65_536;
/** Bytes that a unit of UTF-16 can take, and what is put behind the text. */
const MOST_A_UNIT = 3;
const BEHIND = 128;

let shared: Sha256 | undefined;

/** The first hex digits of a text's SHA-256. For very many short ones. */
export function sha256(text: string, digits: number): string {
  shared ??= new Sha256();
  return shared.of(text, digits);
}

class Sha256 {
  private readonly memory = new WebAssembly.Memory({ initial: 1 });
  private readonly digest: (length: number) => void;
  private bytes: Buffer;

  constructor() {
    const code = loadWasm(new URL('../../assembly/sha256.wasm', import.meta.url));
    const { exports } = new WebAssembly.Instance(code, { env: { memory: this.memory } });
    this.digest = exports['digest'] as (length: number) => void;
    this.bytes = Buffer.from(this.memory.buffer);
    const words = new Uint32Array(this.memory.buffer, CONSTANTS);
    const primes = firstPrimes(64);
    primes.forEach((prime, at) => {
      words[at] = fraction(Math.cbrt(prime));
    });
    primes.slice(0, 8).forEach((prime, at) => {
      words[64 + at] = fraction(Math.sqrt(prime));
    });
  }

  of(text: string, digits: number): string {
    const missing = TEXT + text.length * MOST_A_UNIT + BEHIND - this.bytes.length;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE));
      this.bytes = Buffer.from(this.memory.buffer);
    }
    this.digest(this.bytes.write(text, TEXT));
    return this.bytes.toString('hex', DIGEST, DIGEST + digits / 2);
  }
}

/** The first 32 bits behind the point. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}
