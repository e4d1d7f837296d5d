import { KnownTexts } from '../outline/known-texts.js';
import { At, LINE, type RecordMemory, withKernel } from '../outline/outline-kernel.js';
import { Members } from '../outline/record-members.js';
import type { FieldPatch, Lineage } from './references.js';
import { removalNote } from './shorten.js';

const FIELDS = Object.fromEntries(LINE.map((name, field) => [name, field])) as Record<(typeof LINE)[number], number>;
const { toolUseResult: TOOL_USE_RESULT, sourceToolAssistantUUID: SOURCE } = FIELDS;
const TOOL_USE_RESULT_KEY = '"toolUseResult":'.length;

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const LETTER_U = 117;

export interface LineChange {
  patches: readonly FieldPatch[];
  remains: Lineage;
  /** To how many characters its one tool result is cut, and how many that has. */
  cut?: { limit: number; size: number } | undefined;
}

/** A kernel that walks lines in its memory. */
export interface WalkingMemory extends RecordMemory {
  outline(from: number, end: number): number;
  readonly records: number;
  record(index: number): number;
}

export interface Splice {
  start: number;
  end: number;
  text: string;
}

/**
 * Changes references on a line, and shortens its tool result, in the bytes of the line: all that does not change stays
 * as it was written, and nothing of it is parsed.
 */
export class LineSplicer {
  private readonly line = new Members(new KnownTexts());
  private kernel: RecordMemory = { bytes: Buffer.alloc(0), words: new Uint32Array(0) };
  private record = 0;
  private room = Buffer.alloc(0);

  /** The line at `start` with its newline, valid until the next; undefined when it has to be parsed for that. */
  splice(bytes: Buffer, { start, end }: { start: number; end: number }, change: LineChange): Buffer | undefined {
    const line = bytes.subarray(start, end);
    return withKernel((kernel) => {
      kernel.put(line);
      return this.spliceIn(kernel, { start: 0, end: line.length }, change);
    });
  }

  /** The same of a line that stands in a kernel's memory. */
  spliceIn(kernel: WalkingMemory, range: { start: number; end: number }, change: LineChange): Buffer | undefined {
    const close = kernel.outline(range.start, range.end);
    const record = kernel.record(0);
    if (close !== range.end || kernel.records !== 1 || kernel.words[record] !== 1) return undefined;
    this.kernel = kernel;
    this.record = record;
    this.line.use(kernel, record + At.line);
    const splices = [...this.patches(change), ...this.cuts(change)];
    return splices.includes(undefined) ? undefined : this.spliced(kernel.bytes, range, splices as Splice[]);
  }

  private spliced(bytes: Buffer, range: { start: number; end: number }, splices: Splice[]): Buffer {
    const most = roomFor(range, splices);
    if (this.room.length < most) this.room = Buffer.allocUnsafeSlow(most * 2);
    return this.room.subarray(0, applySplices(this.room, bytes, range, splices));
  }

  private patches({ patches, remains }: LineChange): (Splice | undefined)[] {
    const splices = patches.map(({ field, to }) => this.put(FIELDS[field], JSON.stringify(to)));
    const uuid = this.line.text(SOURCE);
    if (uuid === undefined) return splices;
    return remains.isDropped(uuid) ? [...splices, this.put(SOURCE, JSON.stringify(remains.of(uuid)))] : splices;
  }

  private put(field: number, text: string): Splice | undefined {
    const start = this.line.start(field);
    return start === 0 ? undefined : { start, end: this.line.end(field), text };
  }

  private cuts({ cut }: LineChange): (Splice | undefined)[] {
    if (!cut) return [];
    const { bytes, words } = this.kernel;
    const facts = this.record + At.facts;
    // One block that is a result, and nothing else.
    if (words[facts + 1] !== 1 || words[facts + 5] !== 1) return [undefined];
    const content = ((words[facts + 6] ?? 0) >> 2) + 4;
    const start = words[content] ?? 0;
    if (start === 0 || bytes[start] !== QUOTE) return [undefined];
    const range = { start, end: words[content + 1] ?? 0 };
    const short = shortContent(range, cut, (from, count) => endOfCharacters(bytes, from, count));
    if (!this.line.has(TOOL_USE_RESULT)) return [short];
    const result = { start: this.line.start(TOOL_USE_RESULT), end: this.line.end(TOOL_USE_RESULT) };
    return [short, withoutToolUseResult(bytes, result)];
  }
}

/** How many bytes a line may have afterwards. */
export function roomFor({ start, end }: { start: number; end: number }, splices: readonly Splice[]): number {
  return splices.reduce((sum, { text }) => sum + text.length * 3, end - start);
}

/** Puts a line with other texts in some places into `room`; gives how long it is. */
export function applySplices(
  room: Buffer,
  bytes: Buffer,
  { start, end }: { start: number; end: number },
  splices: Splice[],
): number {
  let from = start;
  let to = 0;
  for (const splice of splices.sort((a, b) => a.start - b.start)) {
    to += bytes.copy(room, to, from, splice.start);
    to += room.write(splice.text, to);
    from = splice.end;
  }
  return to + bytes.copy(room, to, from, end);
}

/** A string's first characters and a note: what stays is not even read, what comes behind it is written as JSON writes it. */
export function shortContent(
  { start, end }: { start: number; end: number },
  cut: { limit: number; size: number },
  endOf: (from: number, count: number) => number,
): Splice {
  const text = JSON.stringify(removalNote(cut)).slice(1, -1);
  return { start: endOf(start + 1, cut.limit), end: end - 1, text };
}

/** Given where its value stands: with the comma before it; with the one behind it where it comes first. */
export function withoutToolUseResult(bytes: Buffer, { start, end }: { start: number; end: number }): Splice {
  const key = start - TOOL_USE_RESULT_KEY;
  const hasComma = bytes[key - 1] === COMMA;
  return { start: hasComma ? key - 1 : key, end: hasComma ? end : end + 1, text: '' };
}

/** Behind the first characters of a string, which has more; `from` is the byte behind its quote. */
function endOfCharacters(bytes: Buffer, from: number, count: number): number {
  let at = from;
  for (let units = 0; units < count; units++) {
    const byte = bytes[at] ?? 0;
    const isLast = units === count - 1;
    // Half a character cannot be sent.
    if (isLast && (byte >= 0xf0 || isHighSurrogate(bytes, at))) return at;
    if (byte === BACKSLASH) at += bytes[at + 1] === LETTER_U ? 6 : 2;
    else if (byte < 0x80) at++;
    else if (byte < 0xe0) at += 2;
    else if (byte < 0xf0) at += 3;
    else {
      at += 4;
      // Two units of UTF-16.
      units++;
    }
  }
  return at;
}

/** Written as an escape: D8 to DB. */
function isHighSurrogate(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LETTER_U) return false;
  return /^d[89ab]/i.test(bytes.toString('latin1', at + 2, at + 4));
}
