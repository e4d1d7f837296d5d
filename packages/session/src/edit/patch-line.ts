import { isObject, parse } from '../line/json.js';
import { savedSpans } from '../line/parse.js';
import type { FieldPatch } from './references.js';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * A line with some references changed and every other byte as it was. Gives undefined when the bytes do not allow it;
 * then the line is written anew from its entry.
 */
export function patchLine(bytes: Buffer, patches: readonly FieldPatch[]): Buffer | undefined {
  let patched = bytes;
  for (const { field, from, to } of patches) {
    const next = replaceOnce(patched, member(field, from), member(field, to));
    if (!next) return undefined;
    patched = next;
  }
  // The same text can stand deeper in the line; what counts is what a reader of the new line sees.
  const value = parse(patched.toString('utf8'));
  if (!isObject(value)) return undefined;
  return patches.every(({ field, to }) => value[field] === to) ? patched : undefined;
}

function member(field: string, value: string | null): Buffer {
  return Buffer.from(`${JSON.stringify(field)}:${JSON.stringify(value)}`);
}

function replaceOnce(bytes: Buffer, from: Buffer, to: Buffer): Buffer | undefined {
  const at = bytes.indexOf(from);
  if (at < 0) return undefined;
  return Buffer.concat([bytes.subarray(0, at), to, bytes.subarray(at + from.length)]);
}

/** A line that holds several objects, or bytes that belong to none, with others in the place of some of its objects. */
export function withPieces(line: Uint8Array, pieces: readonly (Uint8Array | undefined)[]): Buffer {
  const parts: Uint8Array[] = [];
  let from = 0;
  savedSpans(line).forEach(({ start, end }, part) => {
    const piece = pieces[part];
    if (!piece) return;
    parts.push(line.subarray(from, start), piece);
    from = end;
  });
  parts.push(line.subarray(from));
  if (line.at(-1) !== LINE_FEED) parts.push(Buffer.from('\n'));
  return Buffer.concat(parts);
}

/** A line of the file; made of another one, it ends as that does. */
export function lineOf(value: unknown, of: Uint8Array = new Uint8Array()): Buffer {
  return Buffer.from(`${JSON.stringify(value)}${endingOf(of)}`);
}

/** Who edits transcripts on Windows may have left CR LF, on some lines or on all. */
export function endingOf(line: Uint8Array): '\n' | '\r\n' {
  return line.at(-1) === LINE_FEED && line.at(-2) === CARRIAGE_RETURN ? '\r\n' : '\n';
}
