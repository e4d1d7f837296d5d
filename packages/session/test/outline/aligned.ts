/** Text as bytes in memory of their own, where a walk by words can begin. */
export function aligned(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const bytes = Buffer.from(new ArrayBuffer((length + 7) & ~3), 0, length);
  bytes.write(text);
  return bytes;
}
