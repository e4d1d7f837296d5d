/** Shorter lines, such as braces, `else` and `return;`, are in every file. */
const MIN_WORD_CHARACTERS = 6;
const BYTES = 4;

/**
 * Hashes a line without what formatters change: white space, kind of quotes, a comma or semicolon at the end. Undefined if
 * the line is too short to identify.
 */
export function hashOfLine(line: string): number | undefined {
  let hash = 0x811c9dc5;
  let words = 0;
  const end = endOf(line);
  for (let at = 0; at < end; at++) {
    let code = line.charCodeAt(at);
    if (isSpace(code)) continue;
    if (isQuote(code)) code = QUOTE;
    if (isOfWord(code)) words++;
    hash = Math.imul(hash ^ (code & 0xff), 0x01000193);
    if (code > 0xff) hash = Math.imul(hash ^ (code >>> 8), 0x01000193);
  }
  return words < MIN_WORD_CHARACTERS ? undefined : mixed(hash);
}

/** The distinct hashes of lines, in the form that the index stores. */
export function packHashes(lines: readonly string[]): Buffer {
  const hashes = new Set(lines.flatMap((line) => hashOfLine(line) ?? []));
  // In memory of its own: it is transferred between threads, and Node's pool would be transferred as a whole.
  const packed = Buffer.alloc(hashes.size * BYTES);
  let at = 0;
  for (const hash of hashes) at = packed.writeUInt32LE(hash, at);
  return packed;
}

export function* unpackHashes(packed: Uint8Array): Generator<number> {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let at = 0; at + BYTES <= bytes.length; at += BYTES) yield bytes.readUInt32LE(at);
}

/** The lines of a notebook are JSON strings in its file, while a session records them as lines of a cell. */
export function lineOfNotebook(line: string): string {
  const text = line.trim().replace(/,$/, '');
  if (!/^".*"$/.test(text)) return line;
  try {
    return String(JSON.parse(text));
  } catch {
    return line;
  }
}

function endOf(line: string): number {
  let end = line.length;
  for (; end > 0; end--) {
    const code = line.charCodeAt(end - 1);
    if (!isSpace(code) && code !== COMMA && code !== SEMICOLON) break;
  }
  return end;
}

const QUOTE = 34;
const COMMA = 44;
const SEMICOLON = 59;
const APOSTROPHE = 39;
const BACKTICK = 96;

function isQuote(code: number): boolean {
  return code === QUOTE || code === APOSTROPHE || code === BACKTICK;
}

function mixed(hash: number): number {
  let mixing = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixing = Math.imul(mixing ^ (mixing >>> 13), 0xc2b2ae35);
  return (mixing ^ (mixing >>> 16)) >>> 0;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

/** Counts letters and digits; in other scripts every character. */
function isOfWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code > 0xbf
  );
}
