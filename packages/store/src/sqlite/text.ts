import type { Value } from './database.js';

/**
 * A text that was asked for as bytes. libsql ends the whole process on a text that is no UTF-8, as damage makes it; as
 * bytes it comes through, and what is wrong in it is shown as such.
 */
export function textOf(value: Value): string {
  if (!(value instanceof Uint8Array)) return String(value);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8');
}
