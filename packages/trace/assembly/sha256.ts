/** SHA-256 of a short text: asking the system's library for one takes ten times as long. ids.ts has the same numbers. */
const TEXT: u32 = 4096;
const DIGEST: u32 = 1024;
const ROUNDS: u32 = 2048;
const CONSTANTS: u32 = 3072;

/** Hashes `length` bytes at TEXT, behind which there must be room for 72 more; the digest stands at DIGEST. */
export function digest(length: u32): void {
  const end = TEXT + length;
  const blocks = (length + 9 + 63) >> 6;
  const last = TEXT + (blocks << 6);
  memory.fill(end, 0, last - end);
  store<u8>(end, 0x80);
  store<u32>(last - 4, bswap<u32>(length << 3));
  for (let word: u32 = 0; word < 8; word++) store<u32>(DIGEST + word * 4, load<u32>(CONSTANTS + 256 + word * 4));
  for (let block = TEXT; block < last; block += 64) addBlock(block);
  for (let word: u32 = 0; word < 8; word++) store<u32>(DIGEST + word * 4, bswap<u32>(load<u32>(DIGEST + word * 4)));
}

function addBlock(block: u32): void {
  for (let at: u32 = 0; at < 64; at += 4) store<u32>(ROUNDS + at, bswap<u32>(load<u32>(block + at)));
  for (let at: u32 = 64; at < 256; at += 4) {
    const early = load<u32>(ROUNDS + at - 60);
    const late = load<u32>(ROUNDS + at - 8);
    const one = rotr<u32>(early, 7) ^ rotr<u32>(early, 18) ^ (early >> 3);
    const two = rotr<u32>(late, 17) ^ rotr<u32>(late, 19) ^ (late >> 10);
    store<u32>(ROUNDS + at, load<u32>(ROUNDS + at - 64) + one + load<u32>(ROUNDS + at - 28) + two);
  }
  let a = load<u32>(DIGEST);
  let b = load<u32>(DIGEST, 4);
  let c = load<u32>(DIGEST, 8);
  let d = load<u32>(DIGEST, 12);
  let e = load<u32>(DIGEST, 16);
  let f = load<u32>(DIGEST, 20);
  let g = load<u32>(DIGEST, 24);
  let h = load<u32>(DIGEST, 28);
  for (let at: u32 = 0; at < 256; at += 4) {
    const chosen = (e & f) ^ (~e & g);
    const first =
      h + (rotr<u32>(e, 6) ^ rotr<u32>(e, 11) ^ rotr<u32>(e, 25)) + chosen + load<u32>(CONSTANTS + at) + load<u32>(ROUNDS + at);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = (rotr<u32>(a, 2) ^ rotr<u32>(a, 13) ^ rotr<u32>(a, 22)) + most;
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  add(0, a);
  add(4, b);
  add(8, c);
  add(12, d);
  add(16, e);
  add(20, f);
  add(24, g);
  add(28, h);
}

// @ts-ignore: decorator
@inline
function add(at: u32, value: u32): void {
  store<u32>(DIGEST + at, load<u32>(DIGEST + at) + value);
}
