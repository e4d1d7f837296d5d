import { closeSync, openSync, readSync } from 'node:fs';
import type { Redactor } from '@unspool/redact';
import { type Entry, isAssistant, isThinking, type Line, readLines } from '@unspool/session';
import { lineOf } from '@unspool/session/edit';
import { blocksOf, readChunks } from '@unspool/session/read';
import { copyAll, writeNewFile } from '@unspool/session/write';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

/** Copies a file of a session with its secrets replaced. */
export function redactFile(from: string, to: string, redactor: Redactor): void {
  writeNewFile(to, (sink) => {
    if (from.endsWith('.jsonl')) {
      for (const line of readLines(from)) sink.write(redactedLine(line, from, redactor));
      return;
    }
    if (isBinary(from)) {
      copyAll(from, sink);
      return;
    }
    for (const text of pieces(from)) sink.write(Buffer.from(redactor.redactText(text)));
  });
}

/** A line in which nothing was found keeps its bytes. */
function redactedLine(line: Line, file: string, redactor: Redactor): Uint8Array {
  if (!line.bytes) {
    throw new UserError(`Line ${line.number} of ${safeLine(file)} is too long to be looked through for secrets.`, {
      why: 'It may hold some, so nothing was packed.',
      hint: 'Look at the line yourself, and do not share this session.',
    });
  }
  const [object] = line.objects;
  if (line.state !== 'whole' || !object || line.objects.length !== 1) {
    const text = Buffer.from(line.bytes).toString('utf8');
    const redacted = redactor.redactText(text);
    return redacted === text ? line.bytes : Buffer.from(redacted);
  }
  const entry = redactedEntry(object as Entry, redactor);
  return entry === object ? line.bytes : lineOf(entry, line.bytes);
}

/** A thought cannot be changed without breaking its signature: one that holds a secret goes. */
function redactedEntry(entry: Entry, redactor: Redactor): Entry {
  if (!isAssistant(entry) || typeof entry.message.content === 'string') return redactor.redactValue(entry);
  const { message, ...rest } = entry;
  const { content: _, ...fields } = message;
  const blocks = blocksOf(message.content);
  const content = blocks
    .filter((block) => !isThinking(block) || redactor.redactText(block.thinking) === block.thinking)
    .map((block) => (isThinking(block) ? block : redactor.redactValue(block)));
  const newRest = redactor.redactValue(rest);
  const newFields = redactor.redactValue(fields);
  const isSameContent = content.length === blocks.length && content.every(isAt(blocks));
  if (isSameContent && newRest === rest && newFields === fields) return entry;
  return { ...newRest, message: { ...newFields, content } } as Entry;
}

function isAt(list: readonly unknown[]): (value: unknown, at: number) => boolean {
  return (value, at) => value === list[at];
}

const PIECE = 8 * 1024 * 1024;
/** As for the lines of a session: what is longer is not looked through. */
const LONGEST_LINE = 64 * 1024 * 1024;
const KEY_BEGIN = '-----BEGIN ';
const KEY_END = '-----END ';

/** Large files in pieces that end with a line and not within a key that takes several: no secret is cut in two. */
function* pieces(file: string): Generator<string> {
  let rest = Buffer.alloc(0);
  for (const chunk of readChunks(file, PIECE)) {
    const bytes = Buffer.concat([rest, chunk]);
    const cut = wholeLines(bytes);
    if (cut === 0 && bytes.length > LONGEST_LINE) throw tooLong(file);
    if (cut > 0) yield bytes.toString('utf8', 0, cut);
    rest = Buffer.from(bytes.subarray(cut));
  }
  if (rest.length > 0) yield rest.toString('utf8');
}

/** How many bytes at the start may be taken alone. */
function wholeLines(bytes: Buffer): number {
  const end = bytes.lastIndexOf(10) + 1;
  const lines = bytes.subarray(0, end);
  const key = lines.lastIndexOf(KEY_BEGIN);
  if (key < 0 || lines.indexOf(KEY_END, key) >= 0) return end;
  // What begins like a key and goes on for long is none.
  return end - key > PIECE ? end : lines.lastIndexOf(10, key) + 1;
}

function tooLong(file: string): UserError {
  return new UserError(`A line of ${safeLine(file)} is too long to be looked through for secrets.`, {
    why: 'It may hold some, so nothing was packed.',
    hint: 'Look at the file yourself, and do not share this session.',
  });
}

function isBinary(file: string): boolean {
  const head = Buffer.alloc(8192);
  const fd = openSync(file, 'r');
  try {
    return head.subarray(0, readSync(fd, head, 0, head.length, 0)).includes(0);
  } finally {
    closeSync(fd);
  }
}
