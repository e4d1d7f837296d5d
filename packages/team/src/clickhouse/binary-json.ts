/**
 * JSON whose strings hold arbitrary bytes. ClickHouse strings are bytes, and transcripts may contain invalid UTF-8, so
 * each byte is sent as one character.
 */
export function toBinary(text: string | Uint8Array): string {
  return Buffer.from(text as string).toString('latin1');
}

export function bytesOf(binary: string): Buffer {
  // ClickHouse escapes some characters beyond Latin-1, such as U+2028, which then arrive as one character.
  const single = /[\u0100-\uffff]/.test(binary) ? binary.replace(/[\u0100-\uffff]/g, toBinary) : binary;
  return Buffer.from(single, 'latin1');
}

export function textOf(binary: string): string {
  return bytesOf(binary).toString('utf8');
}
