import { isObject, parse } from '../read/json.js';
import type { JsonObject } from '../read/line.js';
import { savedSpans } from '../read/parse.js';
import { isReference } from './references.js';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Replaces references in a line's bytes and leaves every other byte unchanged. Returns undefined if more than
 * references changed, or if the bytes do not allow it: then the line must be written from its entry.
 */
export function patchLine(line: Uint8Array, before: JsonObject, after: JsonObject): Buffer | undefined {
  const names = Object.keys(after);
  const changed = names.filter((name) => after[name] !== before[name]);
  if (names.length !== Object.keys(before).length || !changed.every(isReference)) return undefined;
  let patched: Buffer | undefined = Buffer.from(line);
  for (const name of changed) {
    patched = replaceOnce(patched, member(name, before[name]), member(name, after[name]));
    if (!patched) return undefined;
  }
  // The same text may also occur deeper in the line, so the result is read back.
  const value = parse(patched.toString('utf8'));
  return isObject(value) && changed.every((name) => value[name] === after[name]) ? ended(patched) : undefined;
}

function member(name: string, value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
}

function replaceOnce(bytes: Buffer, from: Buffer, to: Buffer): Buffer | undefined {
  const at = bytes.indexOf(from);
  if (at < 0) return undefined;
  return Buffer.concat([bytes.subarray(0, at), to, bytes.subarray(at + from.length)]);
}

/** Returns the line with a newline, which the last line of a file may lack. */
export function ended(line: Uint8Array): Buffer {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.length);
  return bytes.at(-1) === LINE_FEED ? bytes : Buffer.concat([bytes, Buffer.from('\n')]);
}

/** Returns a line of several objects, or with bytes outside objects, with some of its objects replaced. */
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
  return ended(Buffer.concat(parts));
}

/** Formats a value as a line. Given the original line, keeps its line ending. */
export function lineOf(value: unknown, of: Uint8Array = new Uint8Array()): Buffer {
  return Buffer.from(`${JSON.stringify(value)}${endingOf(of)}`);
}

/** A transcript edited on Windows may have CR LF on some lines or on all. */
export function endingOf(line: Uint8Array): '\n' | '\r\n' {
  return line.at(-1) === LINE_FEED && line.at(-2) === CARRIAGE_RETURN ? '\r\n' : '\n';
}
