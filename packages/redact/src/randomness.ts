/** Shannon entropy in bits per character. English words of 10 to 20 letters: 2.5 to 3.2; random base62: over 3.6. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

/** `xxxxxxxx`, `****`, `0000`: already masked. */
export function isFiller(value: string, atLeast = 5): boolean {
  const seen = new Set<string>();
  for (let at = 0; at < value.length && at < 64; at++) {
    seen.add(value.charAt(at));
    if (seen.size >= atLeast) return false;
  }
  return true;
}

/** Words joined by separators or in camel case (`next-page-token`, `myAppSecretName`): a name, not a value. */
export function isNameLike(value: string): boolean {
  return /^[A-Za-z][A-Za-z_./:-]*\d{0,2}$/.test(value) && !isMixed(value);
}

/**
 * Tells random letters from camel case. Random letters change case far more often, have longer rows of capitals, or few
 * of them are in parts that could be words.
 */
function isMixed(value: string): boolean {
  let changes = 0;
  let capitals = 0;
  for (let at = 0; at < value.length; at++) {
    if (!isUpper(value.charCodeAt(at))) continue;
    capitals++;
    if (at > 0 && !isUpper(value.charCodeAt(at - 1))) changes++;
  }
  if (changes * 4 > value.length || (changes >= 4 && capitals * 10 >= value.length * 3)) return true;
  if (value.length >= 16 && capitals === value.length) return inWords(value) === 0;
  return (
    value.length >= 10 &&
    capitals >= 2 &&
    /^[A-Za-z]*[a-z][A-Za-z]*$/.test(value) &&
    inWords(value) * 5 < value.length * 3
  );
}

/** How many letters are in parts of camel case that could be words. */
export function inWords(value: string): number {
  let letters = 0;
  for (const [part] of value.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g))
    if (part.length >= 3 && /[aeiouy]/i.test(part) && !/[^aeiouy]{5}|[aeiou]{4}/i.test(part)) letters += part.length;
  return letters;
}

const isUpper = (code: number) => code >= 65 && code <= 90;

/** Letters and digits (or both cases) without the regularity of words. */
export function looksRandom(value: string): boolean {
  if (isNameLike(value)) return false;
  const digits = /\d/.test(value);
  const letters = /[a-z]/i.test(value);
  const bothCases = /[a-z]/.test(value) && /[A-Z]/.test(value);
  if (!(digits && letters) && !bothCases && !(digits && value.length >= 16)) return false;
  return entropy(value.slice(0, 256)) >= (value.length >= 20 ? 3 : 2.7);
}
