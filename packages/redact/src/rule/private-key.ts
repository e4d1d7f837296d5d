import type { Anchors } from '../anchor/anchors.js';

/**
 * A private key in PEM form, as found in transcripts: whole, cut off without its END, on one line, with newlines
 * escaped once or several times, with the line numbers of a file listing, quoted or as a diff.
 */
const BEGIN =
  /-{4,5} ?BEGIN ?(?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-{4,5}|-{4,5} ?BEGIN ?(?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)? -{4,5}/y;
const END = /-{4,5} ?END ?(?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;
/** Separates two lines of the body: line breaks (perhaps escaped), line numbers, quotes and diff marks. */
const BETWEEN =
  /(?:\s|\\{1,64}[nrt"]|["'`,|>#*→;&]|[+-](?=[\s\\A-Za-z0-9"'>]|-----END)|\d{1,6}(?=[→\t:|]|\\{1,64}t)|:|(?<=[\nn→+> \t-])[\w./-]{1,80}[:-]\d{1,6}[:-]){1,64}/y;
const BODY = /[A-Za-z0-9+/=]{1,4096}/y;
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): ?[^\n\\"]{0,200}/y;

/** How a private key's body begins, whatever its header: DER's first bytes, or the name of the format. */
const BODY_BEGINNINGS: readonly { beginning: string; marks: readonly string[]; form: RegExp }[] = [
  { beginning: 'MII', marks: ['IBAAKC', 'IBADAN'], form: /MII[A-Za-z0-9+/]{3,5}IBA(?:AKC|DAN)/y },
  { beginning: 'MIG', marks: ['AgEAMBMG', 'AgEAMBAG'], form: /MIG[A-Za-z0-9]AgEA(?:MB|MBA)/y },
  { beginning: 'MHc', marks: ['MHcCAQEEI'], form: /MHcCAQEEI/y },
  { beginning: 'MC4', marks: ['MC4CAQAwB'], form: /MC4CAQAwB/y },
  { beginning: 'b3B', marks: ['b3BlbnNzaC1rZXk'], form: /b3BlbnNzaC1rZXktdjE/y },
];

export function anchorPrivateKeys(anchors: Anchors): void {
  const { graph, afterDashes } = anchors;
  graph.end(graph.word(afterDashes, '-----BEGIN '));
  graph.end(graph.word(afterDashes, '-----END '));
}

/** Adds words, so call it before the anchors that need all words. */
export function anchorKeyBodies(anchors: Anchors): void {
  for (const { marks } of BODY_BEGINNINGS) for (const mark of marks) anchors.word(mark);
  anchors.word('Private-Lines');
  anchors.word('SSH2');
}

/** The end of a key without a BEGIN line, whose body begins at `at`; -1 if it is not one. */
export function endOfKeyBody(text: string, at: number): number {
  const known = BODY_BEGINNINGS.some(
    ({ beginning, form }) => text.startsWith(beginning, at) && match(form, text, at) > 0,
  );
  return known ? endOfBody(text, at) : -1;
}

/** PuTTY's format gives the number of lines that follow. `at` is the end of `Private-Lines`. */
export function puttyKeyAfter(text: string, at: number): { start: number; end: number } | undefined {
  PUTTY.lastIndex = at;
  const found = PUTTY.exec(text);
  return found?.[1] ? { start: PUTTY.lastIndex - found[1].length, end: PUTTY.lastIndex } : undefined;
}

const PUTTY =
  /: ?\d{1,3}((?:(?:\s|\\{1,64}[nrt]|["'`,|>#*→+-]|\d{1,6}(?=[→\t:|]|\\{1,64}t)){1,64}(?!Private-)[A-Za-z0-9+/=]{8,128}){1,100})/y;

/** The start of a body whose END line is at `end` and whose BEGIN line is missing; -1 if there is none. */
export function startOfKeyBody(text: string, end: number): number {
  if (match(END, text, end) < 0) return -1;
  const before = text.slice(Math.max(0, end - LONGEST_TAIL), end);
  const body = TAIL.exec(before);
  return body && body[0].length > SHORTEST_BODY ? end - body[0].length : -1;
}

const LONGEST_TAIL = 8192;
const TAIL =
  /(?:[A-Za-z0-9+/=]{16,128}(?:\s|\\{1,64}[nrt"]|["'`,|>#*→;&]|[+-](?=[\s"'>A-Za-z0-9])|\d{1,6}[→\t:|]|\\{1,64}t){1,64}){1,200}[A-Za-z0-9+/=]{0,128}(?:\s|\\{1,64}[nrt"]|["'`,|>#*→+]|\d{1,6}[→\t:|]){0,64}$/;

const SHORTEST_BODY = 24;
const LONGEST_KEY = 65_536;

/** The end of the key that begins at `at`. Returns -1 for a header without a body, which only mentions keys. */
export function endOfPrivateKey(text: string, at: number): number {
  const position = match(BEGIN, text, at);
  return position < 0 ? -1 : endOfBody(text, position);
}

function endOfBody(text: string, from: number): number {
  let position = from;
  let bodyLength = 0;
  let end = position;
  while (position - from < LONGEST_KEY) {
    const next = step(text, position);
    if (!next) break;
    position = next.end;
    if (next.part === 'end') return bodyLength >= SHORTEST_BODY ? position : -1;
    if (next.part === 'body') {
      // A short group can only be a key's last line. After a truncated key, it is prose.
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
