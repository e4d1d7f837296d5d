/** Whether the name of a secret may end at a place. It knows the last words of such names, and little more. */
import { ANY_LETTER, BEFORE_ENDINGS, ENDINGS, GAPS, isDigit, pairAt, WORD_LISTS, WORDS_LISTED } from './skip-memory';

/** By the last two characters: nearly every sign has something else before it. */
export function endsLikeName(place: u32): bool {
  return load<u8>(ENDINGS + pairAt(endOfName(place) - 2)) !== 0;
}

export function mayEndName(place: u32): bool {
  let end = endOfName(place);
  while (load<u8>(ENDINGS + pairAt(end - 2)) === COLOUR) {
    const colour = startOfColour(end);
    if (colour === end) return false;
    end = endOfName(colour);
  }
  const pair = pairAt(end - 2);
  if ((pair & 0x8080) === 0) return isEnding(end);
  return pair >> 8 !== ARROW && (pair & 255) !== ARROW;
}

/** As assignment.ts goes back to the name: over spaces, quotes, backslashes and a bracket. */
function endOfName(place: u32): u32 {
  const least = place - MOST_GAPS;
  let end = place;
  while (load<u8>(GAPS + <u32>load<u8>(end - 1)) !== 0 && end > least) end--;
  return end;
}

const MOST_GAPS: u32 = 24;

/** Of two characters: a name may end with them; a colour may, and no name. */
const NAME: u32 = 1;
const COLOUR: u32 = 2;
const MOST_NUMBERS: u32 = 16;

/** As colour.ts does it. */
function startOfColour(end: u32): u32 {
  let at = end - 1;
  while (end - at <= MOST_NUMBERS && (isDigit(load<u8>(at - 1)) || load<u8>(at - 1) === 59)) at--;
  if (load<u8>(at - 1) !== 91) return end;
  if (load<u8>(at - 2) === 27) return at - 2;
  // `001b` behind a `u`
  const isEscape = (load<u32>(at - 5) | 0x20000000) === 0x62313030 && load<u16>(at - 7) === 0x755c;
  return isEscape ? at - 6 : end;
}

/** It stands behind the number of a line wherever a file was read, and in no word. */
const ARROW: u32 = 0x82;

/** Whether the name of a secret may end here, behind ASCII. */
export function isEnding(place: u32): bool {
  const pair = pairAt(place - 2);
  if (load<u8>(ENDINGS + pair) !== NAME) return false;
  return isDigit(pair & 255) ? mayEndBeforeDigits(place) : isWord(place);
}

/** A number alone is no name. Behind a letter it says which one of several secrets it is. */
function mayEndBeforeDigits(place: u32): bool {
  let end = place;
  while (isDigit(load<u8>(end - 1))) {
    end--;
    if (place - end > 8) return true;
  }
  const last = <u32>load<u8>(end - 1);
  if (last === 45 || last === 46 || last === 95) return true;
  if (isMember && (last | 32) - 97 >= 26) return last !== 0;
  return (last | 32) - 97 < 26 && (<u32>load<u8>(end - 2) | 32) - 97 < 26 && isWord(end);
}

/** By the last three letters, in any case; two of them are letters for certain. */
function isWord(end: u32): bool {
  const second = (<u32>load<u8>(end - 2) | 32) - 97;
  const last = (<u32>load<u8>(end - 1) | 32) - 97;
  const letters = load<u32>(BEFORE_ENDINGS + (second * 26 + last) * 4);
  if ((letters & ANY_LETTER) === 0) {
    const before = (<u32>load<u8>(end - 3) | 32) - 97;
    if (before >= 26 || ((letters >> before) & 1) === 0) return false;
  }
  let at = WORDS_LISTED + <u32>load<u16>(WORD_LISTS + (second * 26 + last) * 2);
  for (let left = <u32>load<u8>(at++); left > 0; left--) {
    const length = <u32>load<u8>(at);
    if (endsWith(end, at + 2, length) && maySayIt(end - length, load<u8>(at, 1))) return true;
    at += 2 + length;
  }
  return false;
}

/** Letters of a word from its last to its first. */
function endsWith(end: u32, word: u32, length: u32): bool {
  for (let index: u32 = 0; index < length; index++) {
    if ((load<u8>(end - 1 - index) | 32) !== load<u8>(word + index)) return false;
  }
  return true;
}

/** Names of members may be of several words with anything between them; elsewhere a name is one run of characters. */
let isMember: bool = false;

export function nameIsMember(isOne: bool): void {
  isMember = isOne;
}

/** It says it only with something before it. */
const NOT_ALONE: u32 = 1;
/** The same, and only where a word begins. */
const _WORD: u32 = 2;

/** And the word before it ends like `connection`: every edit of a file has an `old_string` and a `new_string`. */
const CONNECTED: u32 = 3;

/** Whether the word that begins here may make a name one of a secret. */
function maySayIt(start: u32, kind: u32): bool {
  if (kind === 0) return true;
  const before = <u32>load<u8>(start - 1);
  const isLetter = (before | 32) - 97 < 26;
  if (isLetter && kind !== NOT_ALONE && load<u8>(start) >= 97) return false;
  if (kind === CONNECTED && !mayConnect(start)) return false;
  if (isMember) return before !== 0;
  return isLetter || isDigit(before) || before === 45 || before === 46 || before === 95;
}

const MOST_BETWEEN: u32 = 8;

function mayConnect(start: u32): bool {
  for (let at = start - 1; at > start - MOST_BETWEEN; at--) {
    const byte = <u32>load<u8>(at);
    if (isDigit(byte)) return false;
    if ((byte | 32) - 97 < 26) return (byte | 32) === 110;
  }
  return true;
}
