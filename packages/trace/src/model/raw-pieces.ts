import { RawValue } from '@unspool/session';
import type { JsonPiece } from '../span/raw-text.js';

/** Whether anything in a message stands there as bytes. What a transcript itself nests deeper was read as a whole. */
export function holdsRaw(value: unknown, depth = 0): boolean {
  if (value instanceof RawValue) return true;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return false;
  for (const name in value) if (holdsRaw((value as Record<string, unknown>)[name], depth + 1)) return true;
  return false;
}

/** `[{ parts: [{ arguments }] }]` */
const DEEPEST = 4;

/** A value as JSON, with what is raw in it as it stands. */
export function piecesOf(value: object): JsonPiece[] {
  const pieces: JsonPiece[] = [];
  pieces.push(addValue(pieces, value, ''));
  return pieces;
}

/** Gives the JSON that stands behind the last raw piece. */
function addValue(pieces: JsonPiece[], value: unknown, before: string): string {
  if (value instanceof RawValue) {
    pieces.push(before, value);
    return '';
  }
  if (typeof value !== 'object' || value === null) return before + JSON.stringify(value);
  return Array.isArray(value) ? addList(pieces, value, before) : addObject(pieces, value, before);
}

function addList(pieces: JsonPiece[], list: readonly unknown[], before: string): string {
  let json = `${before}[`;
  list.forEach((item, at) => {
    json = addValue(pieces, item ?? null, at > 0 ? `${json},` : json);
  });
  return `${json}]`;
}

function addObject(pieces: JsonPiece[], object: object, before: string): string {
  let json = `${before}{`;
  let sign = '';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    json = addValue(pieces, value, `${json}${sign}${JSON.stringify(key)}:`);
    sign = ',';
  }
  return `${json}}`;
}

/** At least as many as there are characters. */
export function lengthOf(pieces: readonly JsonPiece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** The same value with all of it read. */
export function withoutRaw(value: unknown): unknown {
  if (value instanceof RawValue) return value.parse();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutRaw);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutRaw(inner)]));
}
