import type { Reader } from '../reader.js';
import { type Base64Text, base64TextAt, SHORTEST_BASE64, wrappedBase64TextAt } from './base64.js';

/** A path or an address may precede the block. At most this many of its parts are tried as the start. */
export const MAX_STARTS = 8;

/**
 * Looks for secrets in base64 text. A block without any stays as it is.
 * Returns where to continue: `end`, or after the block.
 */
export function encodedBlock(reader: Reader, start: number, end: number): number {
  let from = start;
  for (let tries = 0; tries < MAX_STARTS && end - from >= SHORTEST_BASE64; tries++) {
    const block = base64TextAt(reader.text, from, end);
    if (block) return takeLines(reader, block, end) ?? take(reader, block) ?? end;
    const slash = nextSlash(reader.text, from, end);
    if (slash < 0) break;
    from = slash + 1;
  }
  return end;
}

/** Joins lines once. Each line is still tried by itself, because the last one may be a word of prose. */
function takeLines(reader: Reader, first: Base64Text, end: number): number | undefined {
  if (first.start < reader.linesUntil) return undefined;
  const lines = wrappedBase64TextAt(reader.text, first.start, end);
  if (!lines) return undefined;
  reader.linesUntil = lines.end;
  return take(reader, lines);
}

function take({ spans, read }: Reader, { start, end, decoded, encode }: Base64Text): number | undefined {
  const inner = read(decoded);
  const kind = inner[0]?.kind;
  if (kind === undefined) return undefined;
  spans.push({ kind, start, end, encoded: { decoded, spans: inner, encode } });
  return end;
}

function nextSlash(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === 47) return at;
  return -1;
}
