const ESCAPE = Buffer.from('\\u00');

/**
 * Whether letters that ids are made of are written as escapes (`\u0061` for an a). No client does so, but it is JSON, and
 * then an id does not show in the bytes. The kernel asks the same of the lines it walks.
 */
export function hasEscapedLetters(bytes: Buffer, start = 0, end = bytes.length): boolean {
  for (let at = bytes.indexOf(ESCAPE, start); at >= 0 && at < end; at = bytes.indexOf(ESCAPE, at + 1)) {
    if (isLetterOfId(bytes.toString('latin1', at + 4, at + 6))) return true;
  }
  return false;
}

/** A digit, a to f in either case, or a dash. */
function isLetterOfId(code: string): boolean {
  return /^(?:2d|3[0-9]|[46][1-6])$/i.test(code);
}
