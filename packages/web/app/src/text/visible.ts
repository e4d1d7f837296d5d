/**
 * Invisible characters that change what one sees: controls, direction marks, and spaces without width. Joiners are not
 * among them, since emoji and many scripts need them.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is made visible
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * A short text of a transcript (a title, a path, a name) with such characters written out. Otherwise a path could be made
 * to look like another one.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, named);
}

const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Prose may contain direction marks; only characters that reorder the text are written out. */
export function straight(text: string): string {
  return text.replace(TURNS, named);
}

/** ␛ for the oldest ones, ⟨202E⟩ for the others. */
function named(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
