const HEX = '0123456789abcdef';
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Reproducible randomness: the same seed gives the same corpus, byte for byte. */
export function createRandom(seed) {
  let state = (seed * 0x9e3779b9) >>> 0 || 1;

  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (low, high) => low + Math.floor(next() * (high - low + 1));
  const pick = (choices) => choices[Math.floor(next() * choices.length)];
  const chance = (probability) => next() < probability;
  const string = (length, alphabet) => {
    let text = '';
    for (let at = 0; at < length; at++) text += alphabet[Math.floor(next() * alphabet.length)];
    return text;
  };
  const hex = (length) => string(length, HEX);

  return {
    next,
    integer,
    pick,
    chance,
    string,
    hex,
    /** Mostly near the median, sometimes far above it, like the lengths of lines, prompts and sessions. */
    lognormal: (median, spread) => {
      const normal = Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(spread * normal);
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick('89ab')}${hex(3)}-${hex(12)}`,
    apiId: (prefix) => `${prefix}01${string(22, LETTERS)}`,
    shuffle: (values) => {
      const shuffled = [...values];
      for (let at = shuffled.length - 1; at > 0; at--) {
        const other = integer(0, at);
        [shuffled[at], shuffled[other]] = [shuffled[other], shuffled[at]];
      }
      return shuffled;
    },
  };
}
