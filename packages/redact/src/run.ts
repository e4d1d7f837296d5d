import { HEX, isIn } from './characters.js';
import type { Span } from './finding.js';
import type { Reader } from './reader.js';
import { flagValueAt } from './rule/assignment.js';
import { argumentAfter, awsSecretAfter, isServiceAccount, valueAfterSecretWord } from './rule/beside.js';
import { isBoundary } from './rule/boundary.js';
import { afterEndOfColour } from './rule/colour.js';
import { passwordAfterWord, passwordOfOption } from './rule/command-password.js';
import { connectedValue, itemsAfter } from './rule/connected.js';
import { valueAfterForeignWord } from './rule/foreign.js';
import { formedTokenAt } from './rule/formed.js';
import { gluedTokenAt, mayBeginGlued } from './rule/glued.js';
import { ISSUED_TOKENS, issuedTokenAt, mayBeginIssued } from './rule/issued.js';
import { passwordHashAt } from './rule/password-hash.js';
import { phrasesAfter } from './rule/phrase.js';
import { prefixedTokenAt } from './rule/prefixed.js';
import { endOfKeyBody, endOfPrivateKey, puttyKeyAfter, startOfKeyBody } from './rule/private-key.js';
import { takeWebKey } from './rule/web-key.js';

/** The shortest run of letters, digits, `_` and `-` that can hold a token. */
export const SHORTEST_RUN = 14;
/** Tokens with several parts start near the beginning of a run, not after its hundredth dash. */
const FORMED_TRIES = 8;
/** After this many false starts in one run, the search gives up: such a run costs time but contains no token. */
const ISSUED_TRIES = 64;
/** A token may be glued to a word or two. Further into a long run of base64, a prefix is more likely chance. */
const LONGEST_GLUED = 128;
const DASH = 45;
const UNDERSCORE = 95;

/** Handles the end of a run of letters, digits, `_` and `-`. Returns where to continue: after it, or after a finding. */
export function endRun(reader: Reader, start: number, end: number): number {
  const { text, spans } = reader;
  const first = text.charCodeAt(start);
  const password =
    first === DASH ? passwordOfOption(text, start, end) : passwordAfterWord(text, afterEndOfColour(text, start), end);
  if (password) spans.push(password);
  const key = keyAt(text, start, end);
  if (key) {
    spans.push({ kind: 'private_key', ...key });
    if (key.end > end) return key.end;
  }
  spans.push(...phrasesAfter(text, end));
  for (const found of [passwordHashAt(text, start), valueAfterForeignWord(text, start)]) if (found) spans.push(found);
  takeWebKey(reader, start, end);
  const next = isBeginning(text, end) ? afterPrivateKey(reader, start, end) : end;
  if (next === end && first === DASH) {
    const value = flagValueAt(reader, start, end);
    if (value) spans.push(value);
  }
  const connected = connectedValue(reader, start, end);
  if (connected) {
    spans.push(connected, ...itemsAfter(reader, connected));
    reader.namedUntil = Math.max(reader.namedUntil, connected.end);
  }
  if (end - start >= SHORTEST_RUN) return Math.max(next, tokensInRun(reader, start, end));
  return next === end ? afterShortStart(reader, start, end) : next;
}

/** Whether the first run of a PEM header ends here, regardless of the text before its dashes. */
const isBeginning = (text: string, end: number) =>
  text.charCodeAt(end) === 32 && text.charCodeAt(end - 1) === 78 && text.startsWith('-----BEGIN', end - 10);

const SHORT_STARTS = new Set(
  ISSUED_TOKENS.map(({ prefix }) => prefix).filter((prefix) => prefix.indexOf('.') === prefix.length - 1),
);

/** A token whose prefix is a separate run: `snyk_uat.…`, `dt0c01.…`. */
function afterShortStart({ text, spans }: Reader, start: number, end: number): number {
  const sign = text.charCodeAt(end);
  if (sign === PLUS || sign === SLASH) return afterShortBlock(text, spans, start, end);
  if (sign !== 46) return end;
  // In `dp.st.dev.…`, each part is a run.
  const from = text.charCodeAt(start - 1) === 46 ? startBeforeDot(text, start) : start;
  if (from === start && !SHORT_STARTS.has(text.slice(start, end + 1))) return end;
  const found = issuedTokenAt(text, from);
  if (!found || found.end <= end) return end;
  spans.push({ kind: found.kind, start: from, end: found.end });
  return found.end;
}

/** A token in base64 with a `+` or a `/` near its start. */
function afterShortBlock(text: string, spans: Span[], start: number, end: number): number {
  const found = issuedTokenAt(text, start) ?? prefixedTokenAt(text, start, end);
  if (!found || found.end <= end) return end;
  spans.push({ kind: found.kind, start, end: found.end });
  return found.end;
}

const PLUS = 43;
const SLASH = 47;

/** A private key without a BEGIN line. */
function keyAt(text: string, start: number, end: number): { start: number; end: number } | undefined {
  switch (text.charCodeAt(start)) {
    case 77: // M
    case 98: // b
      return end - start >= SHORTEST_RUN ? keyBodyAt(text, start) : undefined;
    case 80: // P
      return text.startsWith('Private-Lines', start) ? puttyKeyAfter(text, end) : undefined;
    case 83: // S
      return text.startsWith('SSH2', start) && text.startsWith('---- BEGIN ', start - 11)
        ? keyFrom(start - 11, endOfPrivateKey(text, start - 11))
        : undefined;
    default:
      return isEnding(text, end) ? keyFrom(startOfKeyBody(text, end - END_MARK), end - END_MARK) : undefined;
  }
}

function keyBodyAt(text: string, start: number): { start: number; end: number } | undefined {
  return keyFrom(start, endOfKeyBody(text, start));
}

const keyFrom = (start: number, end: number) => (start >= 0 && end > start ? { start, end } : undefined);

/** `-----END` */
const END_MARK = 8;
const isEnding = (text: string, end: number) =>
  text.charCodeAt(end) === 32 && text.charCodeAt(end - 1) === 68 && text.startsWith('-----END', end - END_MARK);

function afterPrivateKey({ text, spans }: Reader, start: number, end: number): number {
  const begin = Math.max(start, end - 10);
  const keyEnd = endOfPrivateKey(text, begin);
  if (keyEnd < 0) return end;
  const kind = isServiceAccount(text, begin) ? 'gcp_service_account' : 'private_key';
  spans.push({ kind, start: begin, end: keyEnd });
  return keyEnd;
}

/** Tries every position in a run where a token can begin. */
function tokensInRun({ text, spans }: Reader, start: number, end: number): number {
  const tries: Tries = { issued: ISSUED_TRIES, formed: FORMED_TRIES };
  const known = spans.length;
  const first = earlyStart(text, start);
  let at = first;
  let boundary = true;
  while (at < end - 8) {
    const token = boundary || at === start ? tokenAt(text, at, end, tries) : undefined;
    const isGlued = at - start < LONGEST_GLUED && mayBeginGlued(text, at);
    const found = token ?? (isGlued ? gluedTokenAt(text, at, end) : undefined);
    if (found) {
      spans.push({ kind: found.kind, start: at, end: found.end });
      if (found.kind === 'aws_access_key') awsSecretAfter(text, found.end, spans);
      else argumentAfter(text, found.end, spans);
      at = found.end;
      continue;
    }
    const code = text.charCodeAt(at++);
    boundary = code === DASH || code === UNDERSCORE;
  }
  if (at >= end) return at;
  const prefixed = spans.length === known ? prefixedTokenAt(text, first, end) : undefined;
  if (prefixed) {
    spans.push({ kind: prefixed.kind, start: first, end: prefixed.end });
    return prefixed.end;
  }
  const beside = valueAfterSecretWord(text, start, end);
  if (!beside) return end;
  spans.push(beside);
  return beside.end;
}

interface Tries {
  issued: number;
  formed: number;
}

function tokenAt(text: string, at: number, runEnd: number, tries: Tries): { kind: string; end: number } | undefined {
  if (mayBeginIssued(text, at) && tries.issued-- > 0) {
    const issued = issuedTokenAt(text, at);
    if (issued) return issued;
  }
  return tries.formed-- > 0 ? formedTokenAt(text, at, runEnd) : undefined;
}

/**
 * Where a run's first token may begin, other than at the start of the run: before a dot (`SG.`), after a percent escape
 * (`%3D`) or after a terminal colour (`[31m`).
 */
function earlyStart(text: string, start: number): number {
  const before = text.charCodeAt(start - 1);
  if (before === 46) return startBeforeDot(text, start);
  if (before === 47 && text.startsWith(GOOGLE_REFRESH, start - 3) && isBoundary(text, start - 3)) return start - 3;
  if (before === 37 && isIn(HEX, text.charCodeAt(start)) && isIn(HEX, text.charCodeAt(start + 1))) {
    return issuedTokenAt(text, start) ? start : start + 2;
  }
  if (before === 91 || before === 59) {
    const colour = /^\d{1,3}m/.exec(text.slice(start, start + 4));
    if (colour) return start + colour[0].length;
  }
  return start;
}

/** Needs its own check: slashes are not part of a run, and this prefix has two. */
const GOOGLE_REFRESH = '1//0';

/** The lengths of prefixes up to their last dot: `SG.`, `hvs.`, `ya29.`, `dp.pt.`. */
const DOTTED = new Set(
  ISSUED_TOKENS.map(({ prefix }) => prefix.lastIndexOf('.') + 1)
    .filter((length) => length > 0)
    .sort((a, b) => b - a),
);

function startBeforeDot(text: string, start: number): number {
  for (const length of DOTTED) {
    const at = start - length;
    if (at >= 0 && (isBoundary(text, at) ? issuedTokenAt(text, at) : gluedTokenAt(text, at, start))) return at;
  }
  return start;
}
