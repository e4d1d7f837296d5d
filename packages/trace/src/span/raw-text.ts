import { RawValue } from '@unspool/session';
import type { JsonText } from './json-text.js';

/** JSON that we write, and what is copied from a transcript in between. */
export type JsonPiece = JsonText | RawValue;

/**
 * An attribute whose bytes are copied from a transcript: a string is made of it only for who asks. `text`: its one piece
 * is a JSON string, and it is what that says. `json`: it is the JSON itself.
 */
export class RawText {
  constructor(
    readonly kind: 'text' | 'json',
    readonly pieces: readonly JsonPiece[],
  ) {}

  toString(): string {
    const json = this.pieces.map(jsonOf).join('');
    return this.kind === 'json' ? json : (JSON.parse(json) as string);
  }

  toJSON(): string {
    return this.toString();
  }
}

export function jsonOf(piece: JsonPiece): string {
  return piece instanceof RawValue ? piece.bytes.toString('utf8', piece.start, piece.end) : piece.json;
}
