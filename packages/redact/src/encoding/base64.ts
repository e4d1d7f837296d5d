import { BASE64, endOfRun } from '../characters.js';

/** A stretch of base64 that decodes to text. */
export interface Base64Text {
  start: number;
  end: number;
  decoded: string;
  encode(decoded: string): string;
}

export const SHORTEST_BASE64 = 24;
/** Encoded secrets are short. Longer blocks are files. */
const LONGEST_BASE64 = 4 * 1024 * 1024;
const PROBED_GROUPS = SHORTEST_BASE64 / 4;

/**
 * The block from `start` to `end` (base64 characters only) if it is text. The first few characters rule out images and
 * signatures.
 */
export function base64TextAt(text: string, start: number, end: number): Base64Text | undefined {
  if (end - start < SHORTEST_BASE64 || !beginsLikeText(text, start)) return undefined;
  return textOf(text, start, { body: text.slice(start, end), end });
}

/** The block with the lines that continue it, if it was wrapped as in an email. */
export function wrappedBase64TextAt(text: string, start: number, end: number): Base64Text | undefined {
  const block = wrappedBlock(text, start, end);
  return block ? textOf(text, start, block) : undefined;
}

function textOf(text: string, start: number, block: Block): Base64Text | undefined {
  const { body, end } = block;
  if (body.length > LONGEST_BASE64) return undefined;
  const urlSafe = /[-_]/.test(body);
  if (urlSafe && /[+/]/.test(body)) return undefined;
  const decoded = decodeText(body);
  if (!decoded) return undefined;
  const padded = endOfPadding(text, end);
  // Padding was left out on purpose only if some would have been needed.
  const padding = padded > end || body.length % 4 < 2;
  return { start, end: padded, decoded, encode: (changed) => wrap(encodeText(changed, urlSafe, padding), block) };
}

/** Whether the first bytes decode to readable UTF-8. Random bytes do so once in a million. */
function beginsLikeText(text: string, start: number): boolean {
  let pending = 0;
  for (let at = start; at < start + PROBED_GROUPS * 4; at += 4) {
    const first = sextet(text, at);
    const second = sextet(text, at + 1);
    const third = sextet(text, at + 2);
    const fourth = sextet(text, at + 3);
    if ((first | second | third | fourth) > 63) return false;
    pending = bytesPending(pending, (first << 2) | (second >> 4));
    if (pending >= 0) pending = bytesPending(pending, ((second & 15) << 4) | (third >> 2));
    if (pending >= 0) pending = bytesPending(pending, ((third & 3) << 6) | fourth);
    if (pending < 0) return false;
  }
  return true;
}

/** How many more bytes the character needs; -1 if this is not text. */
export function bytesPending(pending: number, byte: number): number {
  if (pending > 0) return byte >= 0x80 && byte < 0xc0 ? pending - 1 : -1;
  if (byte < 0x80)
    return (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13 || byte === 27 ? 0 : -1;
  if (byte < 0xc2 || byte > 0xf4) return -1;
  return byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
}

/** By character code. */
export const SEXTETS = new Uint8Array(128).fill(255);
for (const [value, character] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  SEXTETS[character.charCodeAt(0)] = value;
}
SEXTETS[45] = 62;
SEXTETS[95] = 63;

const sextet = (text: string, at: number) => SEXTETS[text.charCodeAt(at)] ?? 255;

interface Block {
  body: string;
  end: number;
  /** The length of one line without its line break. */
  width?: number;
  lineBreak?: string;
}

const LINE_BREAK = /\r?\n|(?:\\{1,32}r)?\\{1,32}n/y;

function wrappedBlock(text: string, start: number, end: number): Block | undefined {
  const width = end - start;
  if (width < 56 || width > 128 || width % 4 !== 0) return undefined;
  LINE_BREAK.lastIndex = end;
  const lineBreak = LINE_BREAK.exec(text)?.[0];
  if (!lineBreak) return undefined;
  const lines = [text.slice(start, end)];
  let at = end;
  while (lines.length * width <= LONGEST_BASE64 && text.startsWith(lineBreak, at)) {
    const from = at + lineBreak.length;
    const stop = endOfRun(text, from, BASE64, from + width + 1);
    if (stop === from || stop - from > width) break;
    lines.push(text.slice(from, stop));
    at = stop;
    if (stop - from < width) break;
  }
  return lines.length > 1 ? { body: lines.join(''), end: at, width, lineBreak } : undefined;
}

function wrap(encoded: string, block: Block): string {
  if (!block.width || !block.lineBreak) return encoded;
  const lines: string[] = [];
  for (let at = 0; at < encoded.length; at += block.width) lines.push(encoded.slice(at, at + block.width));
  return lines.join(block.lineBreak);
}

function endOfPadding(text: string, end: number): number {
  let at = end;
  while (at - end < 2 && text.charCodeAt(at) === 61) at++;
  return at;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A block that is cut off inside a group or a character loses only that part. */
function decodeText(body: string): string | undefined {
  const plain = body.replace(/-/g, '+').replace(/_/g, '/');
  const whole = plain.length % 4 === 1 ? plain.slice(0, -1) : plain;
  const binary = atob(whole);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  for (const cut of [0, 1, 2, 3]) {
    try {
      const text = utf8.decode(cut === 0 ? bytes : bytes.subarray(0, bytes.length - cut));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters show that bytes are not text.
      return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? undefined : text;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return undefined;
}

function encodeText(text: string, urlSafe: boolean, padding: boolean): string {
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  let encoded = btoa(binary);
  if (!padding) encoded = encoded.replace(/=+$/, '');
  return urlSafe ? encoded.replace(/\+/g, '-').replace(/\//g, '_') : encoded;
}
