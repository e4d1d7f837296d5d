const ESCAPE = Buffer.from('\\u00');

/**
 * Whether letters that occur in ids are written as escapes (`\u0061` for an a). No client does so, but it is valid
 * JSON.
 */
export function hasEscapedLetters(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(ESCAPE); at >= 0; at = bytes.indexOf(ESCAPE, at + 1)) {
    if (/^(?:2d|3[0-9]|[46][1-6])$/i.test(bytes.toString('latin1', at + 4, at + 6))) return true;
  }
  return false;
}
