import { blocksOf, isThinking } from '../../format/block.js';
import { type Entry, isAssistant } from '../../format/entry.js';
import type { Line } from '../../read/line.js';
import { readChunks, readLines } from '../../read/read-lines.js';
import { copyAll } from '../../write/copy.js';
import { writeNewFile } from '../../write/new-file.js';
import { isBinaryFile } from '../binary-file.js';
import { lineOf } from '../patch-line.js';
import type { SecretCleaner } from '../redact-family.js';

/** A line that is too long to search for secrets, so its file must not leave the machine. */
export class UnsearchedLine extends Error {
  constructor(
    readonly file: string,
    /** 1-based; undefined in a file that is not a transcript. */
    readonly line?: number,
  ) {
    super(`${line === undefined ? 'a line' : `line ${line}`} of ${file} is too long to search for secrets`);
  }
}

/** Copies a file of a session with its secrets replaced. Throws an `UnsearchedLine`. */
export function redactFile(from: string, to: string, cleaner: SecretCleaner): void {
  writeNewFile(to, (sink) => {
    if (from.endsWith('.jsonl')) {
      for (const line of readLines(from)) {
        if (!line.bytes) throw new UnsearchedLine(from, line.number);
        sink.write(redactLine(line, line.bytes, cleaner));
      }
      return;
    }
    if (isBinaryFile(from)) {
      copyAll(from, sink);
      return;
    }
    for (const text of pieces(from)) sink.write(Buffer.from(cleaner.text(text)));
  });
}

/** Replaces the secrets on a line. A line without secrets keeps its bytes. */
export function redactLine(line: Line, bytes: Uint8Array, cleaner: SecretCleaner): Uint8Array {
  const [object] = line.objects;
  if (line.state !== 'whole' || !object || line.objects.length !== 1) {
    const text = Buffer.from(bytes).toString('utf8');
    const redacted = cleaner.text(text);
    return redacted === text ? bytes : Buffer.from(redacted);
  }
  const entry = redactEntry(object as Entry, cleaner);
  return entry === object ? bytes : lineOf(entry, bytes);
}

/** Changing a thought would break its signature, so one that contains a secret is removed. */
function redactEntry(entry: Entry, cleaner: SecretCleaner): Entry {
  const clean = <Value>(value: Value) => cleaner.value(value) as Value;
  if (!isAssistant(entry) || typeof entry.message.content === 'string') return clean(entry);
  const { message, ...rest } = entry;
  const { content: _, ...fields } = message;
  const blocks = blocksOf(message.content);
  const content = blocks
    .filter((block) => !isThinking(block) || cleaner.text(block.thinking) === block.thinking)
    .map((block) => (isThinking(block) ? block : clean(block)));
  const newRest = clean(rest);
  const newFields = clean(fields);
  const isSameContent = content.length === blocks.length && content.every(isAt(blocks));
  if (isSameContent && newRest === rest && newFields === fields) return entry;
  return { ...newRest, message: { ...newFields, content } } as Entry;
}

function isAt(list: readonly unknown[]): (value: unknown, at: number) => boolean {
  return (value, at) => value === list[at];
}

const PIECE = 8 * 1024 * 1024;
/** The same limit as for the lines of a session: longer ones are not searched. */
const LONGEST_LINE = 64 * 1024 * 1024;
const KEY_BEGIN = '-----BEGIN ';
const KEY_END = '-----END ';

/**
 * Yields large files in pieces that end with a line and not within a key of several lines, so that no secret is cut in
 * two.
 */
function* pieces(file: string): Generator<string> {
  let rest = Buffer.alloc(0);
  for (const chunk of readChunks(file, PIECE)) {
    const bytes = Buffer.concat([rest, chunk]);
    const cut = wholeLines(bytes);
    if (cut === 0 && bytes.length > LONGEST_LINE) throw new UnsearchedLine(file);
    if (cut > 0) yield bytes.toString('utf8', 0, cut);
    rest = Buffer.from(bytes.subarray(cut));
  }
  if (rest.length > 0) yield rest.toString('utf8');
}

/** Returns how many bytes at the start can be searched on their own. */
function wholeLines(bytes: Buffer): number {
  const end = bytes.lastIndexOf(10) + 1;
  const lines = bytes.subarray(0, end);
  const key = lines.lastIndexOf(KEY_BEGIN);
  if (key < 0 || lines.indexOf(KEY_END, key) >= 0) return end;
  // What begins like a key but goes on for too long is not a key.
  return end - key > PIECE ? end : lines.lastIndexOf(10, key) + 1;
}
