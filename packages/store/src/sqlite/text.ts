import type { Value } from './database.js';

/**
 * Decodes a text that was queried as bytes. libsql aborts the process on a text that is not UTF-8, for example after damage.
 * As bytes it can be read, and invalid parts become U+FFFD.
 */
export function textOf(value: Value): string {
  if (!(value instanceof Uint8Array)) return String(value);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8');
}
