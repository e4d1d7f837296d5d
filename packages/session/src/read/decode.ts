/** Node's Buffer has faster decoders than TextDecoder. In a browser TextDecoder is used. */
interface FastSlices {
  utf8Slice(start: number, end: number): string;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a byte range. Bytes that are not UTF-8 become U+FFFD. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
  if (hasFastSlices(bytes)) return bytes.utf8Slice(start, end);
  return decoder.decode(bytes.subarray(start, end));
}

function hasFastSlices(bytes: Uint8Array): bytes is Uint8Array & FastSlices {
  return 'utf8Slice' in bytes;
}
