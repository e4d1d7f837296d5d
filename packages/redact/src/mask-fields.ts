import { createFinder } from './find-secrets.js';
import { replaceInLines } from './lines.js';
import { mask, maskValue } from './mask.js';
import { type Json, rewriteStrings } from './rewrite-strings.js';
import { kindByPlace } from './rule/field.js';

const find = createFinder({});

/** A JSON value for display: every string masked, with the name of its field taken into account. */
export function maskFields<Value extends Json>(value: Value): Value {
  return rewriteStrings(
    value,
    (text, place) => (kindByPlace(text, place) ? maskValue(text) : mask(text).text),
    (lines) => replaceInLines(lines, find, (_, secret) => maskValue(secret)),
  );
}
