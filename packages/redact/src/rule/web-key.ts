import type { Anchors } from '../anchor/anchors.js';
import type { Reader } from '../reader.js';

/** The secret members of a JSON Web Key, which is an object with `kty`. */
const MEMBER =
  /["'](?:d|p|q|dp|dq|qi|k)\\{0,16}["']\s{0,4}:\s{0,4}\\{0,16}["']([A-Za-z0-9_-]{16,2048})(?=\\{0,16}["'])/g;
const TYPE = 'kty';
const NEAR = 2048;

export function anchorWebKeys(anchors: Anchors): void {
  anchors.word(`${TYPE}"`);
  anchors.word(`${TYPE}'`);
  anchors.word(`${TYPE}\\`);
}

/** Adds the secret members of the key whose type is named by the run from `start` to `end`. */
export function takeWebKey({ text, spans }: Reader, start: number, end: number): void {
  if (end - start !== TYPE.length || !text.startsWith(TYPE, start)) return;
  const open = text.slice(Math.max(0, start - NEAR), start).lastIndexOf('{');
  if (open < 0) return;
  const from = Math.max(0, start - NEAR) + open;
  const part = text.slice(from, start + 3 * NEAR);
  const close = part.indexOf('}', start - from);
  for (const found of part.slice(0, close < 0 ? undefined : close).matchAll(MEMBER)) {
    const last = from + found.index + found[0].length;
    spans.push({ kind: 'private_key', start: last - (found[1]?.length ?? 0), end: last });
  }
}
