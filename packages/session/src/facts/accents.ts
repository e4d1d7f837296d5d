/**
 * Letters with accents and their plain forms, as a search uses them: "resume" finds "Résumé". Only letters based on
 * ASCII are included; in other scripts an accented letter is a letter in its own right. The table is written out
 * because normalising each letter takes longer than searching a hundred megabytes.
 */
export const LATIN = { start: 0xc0, end: 0x250 };
export const MORE_LATIN = { start: 0x1e00, end: 0x1f00 };

/** The plain lower-case letters from U+00C0 on; a point for a letter that has none. */
export const PLAIN_LATIN = [
  'aaaaaa.ceeeeiiii.nooooo..uuuuy..aaaaaa.ceeeeiiii.nooooo..uuuuy.yaaaaaaccccccccdd..eeeeeeeeeegggg',
  'gggghh..iiiiiiiii...jjkk.llllll....nnnnnn...oooooo..rrrrrrsssssssstttt..uuuuuuuuuuuuwwyyyzzzzzz.',
  '................................oo.............uu............................aaiioouuuuuuuuuu.aa',
  'aa....ggkkoooo..j...gg..nnaa....aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............',
  '................',
].join('');
/** The same from U+1E00 on. */
export const PLAIN_MORE_LATIN = [
  'aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrr',
  'ssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy......aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee',
  'eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......',
].join('');

const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/g;
const IS_ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/;
const MARKED = /([A-Za-z])[\u0300-\u036f]+/g;

/** Replaces accented letters with plain ones. The length stays the same, so that offsets stay valid. */
export function plainLetters(text: string): string {
  return IS_ACCENTED.test(text) ? text.replace(ACCENTED, plainLetter) : text;
}

/** Removes all accents, however they are written. */
export function withoutAccents(text: string): string {
  return plainLetters(text).replace(MARKED, '$1');
}

/** Returns a lower-case letter; the letter itself if it has no plain form. */
function plainLetter(letter: string): string {
  const code = letter.charCodeAt(0);
  const plain = code < LATIN.end ? PLAIN_LATIN[code - LATIN.start] : PLAIN_MORE_LATIN[code - MORE_LATIN.start];
  return plain === undefined || plain === '.' ? letter : plain;
}
