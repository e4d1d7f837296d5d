/** A file's text, and what is needed to write it back in the same form. */
export interface FileText {
  /** With `\n` line endings. */
  text: string;
  encoding: 'utf8' | 'utf16le';
  hasBom: boolean;
  lineEnd: '\n' | '\r\n';
  /** If false, writing it back would damage bytes that are not text. */
  isLossless: boolean;
}

export function decodeText(bytes: Buffer): FileText {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const encoding = isWide ? 'utf16le' : 'utf8';
  const whole = bytes.toString(encoding);
  const hasBom = whole.startsWith('\uFEFF');
  const body = hasBom ? whole.slice(1) : whole;
  const lineEnd = /\r\n/.test(body) && !/(?:^|[^\r])\n/.test(body) ? '\r\n' : '\n';
  const decoded = {
    text: lineEnd === '\r\n' ? body.replaceAll('\r\n', '\n') : body,
    encoding,
    hasBom,
    lineEnd,
  } as const;
  return { ...decoded, isLossless: encodeText(decoded.text, decoded).equals(bytes) };
}

export function encodeText(text: string, like: Omit<FileText, 'text' | 'isLossless'>): Buffer {
  const body = like.lineEnd === '\r\n' ? text.replaceAll('\n', '\r\n') : text;
  return Buffer.from(like.hasBom ? `\uFEFF${body}` : body, like.encoding);
}

export function isBinary(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 8192);
  return !(head[0] === 0xff && head[1] === 0xfe) && head.includes(0);
}
