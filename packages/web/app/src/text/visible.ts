/**
 * What has no shape of its own, but changes what one sees: controls, marks that turn the direction of writing, and
 * spaces of no width. The joiners are not among them: emoji and many scripts are written with them.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is made visible
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * A short text of a transcript (a title, a path, a name) with such characters written out. Without this a path can be
 * made to read as another one.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, named);
}

const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Prose, in which marks of direction have their place: only what turns the words around is written out. */
export function straight(text: string): string {
  return text.replace(TURNS, named);
}

/** ␛ for the oldest ones, ⟨202E⟩ for the others. */
function named(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
