/** Fewer say nothing: braces, `else`, `return;` stand in every file. */
const LEAST_WORD_CHARACTERS = 6;
const BYTES = 4;

/**
 * A number for a line without what formatters change: white space, the kind of quotes, a comma or semicolon at the end.
 * Undefined when the line says too little to be told apart.
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
  return words < LEAST_WORD_CHARACTERS ? undefined : mixed(hash);
}

/** The hashes of lines, each once, as they stand in the index. */
export function packHashes(lines: readonly string[]): Buffer {
  const hashes = new Set(lines.flatMap((line) => hashOfLine(line) ?? []));
  // Of its own memory: it is sent between threads, and a part of Node's pool would take all of the pool along.
  const packed = Buffer.alloc(hashes.size * BYTES);
  let at = 0;
  for (const hash of hashes) at = packed.writeUInt32LE(hash, at);
  return packed;
}

export function* unpackHashes(packed: Uint8Array): Generator<number> {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let at = 0; at + BYTES <= bytes.length; at += BYTES) yield bytes.readUInt32LE(at);
}

/** The lines of a notebook are strings of its JSON; a session records them as the lines of a cell. */
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

/** Letters and digits; of other scripts every sign. */
function isOfWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code > 0xbf
  );
}
