import { createFinder } from './find-secrets.js';
import { replaceInLines } from './lines.js';
import { mask, maskValue } from './mask.js';
import { type Json, rewriteStrings } from './rewrite-strings.js';
import { kindByPlace } from './rule/field.js';

/** Masks every string of a JSON value for display, taking field names into account. */
export function maskFields<Value extends Json>(value: Value): Value {
  const find = createFinder({});
  return rewriteStrings(value, {
    text: (text, name) => (kindByPlace(text, name) ? maskValue(text) : mask(text).text),
    named: (text, name) => (kindByPlace(text, name) ? maskValue(text) : text),
    lines: (lines) => replaceInLines(lines, find, (_, secret) => maskValue(secret)),
  });
}
