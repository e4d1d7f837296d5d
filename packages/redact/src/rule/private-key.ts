import type { Anchors } from '../anchor/anchors.js';

/**
 * A private key in PEM form, as found in transcripts: whole, cut off without its END, on one line, with newlines
 * escaped once or several times, with the line numbers of a file listing, quoted or as a diff.
 */
const BEGIN = /-----BEGIN[ ]?(?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const END = /-----END[ ]?(?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
/** What comes between two lines of the body: line breaks, perhaps escaped, line numbers, quotes and diff marks. */
const BETWEEN = /(?:\s|\\{1,64}[nrt"]|["'`,|>#*→]|[+-](?=[\sA-Za-z0-9"']|-----END)|\d{1,6}(?=[→\t:|])|:){1,64}/y;
const BODY = /[A-Za-z0-9+/=]{1,4096}/y;
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): ?[^\n\\"]{0,200}/y;

export function anchorPrivateKeys({ graph, afterDashes }: Anchors): void {
  graph.end(graph.word(afterDashes, '-----BEGIN '));
}

const SHORTEST_BODY = 24;
const LONGEST_KEY = 65_536;

/** The end of the key that begins at `at`, or -1: a header without a body only mentions keys. */
export function endOfPrivateKey(text: string, at: number): number {
  let position = match(BEGIN, text, at);
  if (position < 0) return -1;
  let bodyLength = 0;
  let end = position;
  while (position - at < LONGEST_KEY) {
    const next = step(text, position);
    if (!next) break;
    position = next.end;
    if (next.part === 'end') return bodyLength >= SHORTEST_BODY ? position : -1;
    if (next.part === 'body') {
      // A short group belongs to a key only as its last line. After a key that was cut off, it is prose.
      if (next.length < 16 && bodyLength === 0) return -1;
      if (next.length < 16 && !endsKey(text, position)) break;
      bodyLength += next.length;
      end = position;
    }
  }
  return bodyLength >= SHORTEST_BODY ? end : -1;
}

interface Step {
  part: 'end' | 'body' | 'other';
  end: number;
  length: number;
}

function step(text: string, at: number): Step | undefined {
  const marker = match(END, text, at);
  if (marker > 0) return { part: 'end', end: marker, length: 0 };
  const header = match(HEADER, text, at);
  if (header > 0) return { part: 'other', end: header, length: 0 };
  const between = match(BETWEEN, text, at);
  if (between > 0) return { part: 'other', end: between, length: 0 };
  const body = match(BODY, text, at);
  if (body > 0) return { part: 'body', end: body, length: body - at };
  return undefined;
}

function endsKey(text: string, at: number): boolean {
  const between = match(BETWEEN, text, at);
  return match(END, text, between > 0 ? between : at) > 0;
}

function match(form: RegExp, text: string, at: number): number {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : -1;
}
