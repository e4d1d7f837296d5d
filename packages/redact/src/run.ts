import { HEX, isIn } from './characters.js';
import type { Reader } from './reader.js';
import { flagValueAt } from './rule/assignment.js';
import { awsSecretAfter, isServiceAccount, valueAfterSecretWord } from './rule/beside.js';
import { isBoundary } from './rule/boundary.js';
import { passwordAfterWord } from './rule/command-password.js';
import { connectedValue } from './rule/connected.js';
import { formedTokenAt } from './rule/formed.js';
import { gluedTokenAt, mayBeginGlued } from './rule/glued.js';
import { ISSUED_TOKENS, issuedTokenAt, mayBeginIssued } from './rule/issued.js';
import { endOfPrivateKey } from './rule/private-key.js';

/** The shortest run of letters, digits, `_` and `-` that can hold a token. */
export const SHORTEST_RUN = 14;
/** Tokens of several parts are near the start of a run, not at its hundredth dash. */
const FORMED_TRIES = 8;
/** After this many false starts in one run the search gives up: such a run holds no tokens but costs time. */
const ISSUED_TRIES = 64;
/** A token is glued to a word or two. Further into a long run of base64, anything can appear by chance. */
const LONGEST_GLUED = 128;
const DASH = 45;
const UNDERSCORE = 95;

/** Handles the end of a run of letters, digits, `_` and `-`. Returns where to continue: after it, or after a finding. */
export function endRun(reader: Reader, start: number, end: number): number {
  const { text, spans } = reader;
  const password = passwordAfterWord(text, start, end);
  if (password) spans.push(password);
  const next = isBeginning(text, end) ? afterPrivateKey(reader, start, end) : end;
  if (next === end && text.charCodeAt(start) === DASH && text.charCodeAt(start + 1) === DASH) {
    const value = flagValueAt(reader, start, end);
    if (value) spans.push(value);
  }
  const connected = connectedValue(reader, start, end);
  if (connected) {
    spans.push(connected);
    reader.namedUntil = Math.max(reader.namedUntil, connected.end);
  }
  return end - start >= SHORTEST_RUN ? Math.max(next, tokensInRun(reader, start, end)) : next;
}

/** Whether the first run of a PEM header ends here, whatever comes before its dashes. */
const isBeginning = (text: string, end: number) =>
  text.charCodeAt(end) === 32 && text.charCodeAt(end - 1) === 78 && text.startsWith('-----BEGIN', end - 10);

function afterPrivateKey({ text, spans }: Reader, start: number, end: number): number {
  const begin = Math.max(start, end - 10);
  const keyEnd = endOfPrivateKey(text, begin);
  if (keyEnd < 0) return end;
  const kind = isServiceAccount(text, begin) ? 'gcp_service_account' : 'private_key';
  spans.push({ kind, start: begin, end: keyEnd });
  return keyEnd;
}

/** Tries every place in a run where a token can begin. */
function tokensInRun({ text, spans }: Reader, start: number, end: number): number {
  const tries: Tries = { issued: ISSUED_TRIES, formed: FORMED_TRIES };
  let at = earlyStart(text, start);
  let boundary = true;
  while (at < end - 8) {
    const token = boundary || at === start ? tokenAt(text, at, end, tries) : undefined;
    const isGlued = at - start < LONGEST_GLUED && mayBeginGlued(text, at);
    const found = token ?? (isGlued ? gluedTokenAt(text, at, end) : undefined);
    if (found) {
      spans.push({ kind: found.kind, start: at, end: found.end });
      if (found.kind === 'aws_access_key') awsSecretAfter(text, found.end, spans);
      at = found.end;
      continue;
    }
    const code = text.charCodeAt(at++);
    boundary = code === DASH || code === UNDERSCORE;
  }
  if (at >= end) return at;
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
 * Where the first token of a run may begin if not at the start of the run: before a dot (`SG.`), after a percent escape
 * (`%3D`) or after a terminal colour (`[31m`).
 */
function earlyStart(text: string, start: number): number {
  const before = text.charCodeAt(start - 1);
  if (before === 46) return startBeforeDot(text, start);
  if (before === 37 && isIn(HEX, text.charCodeAt(start)) && isIn(HEX, text.charCodeAt(start + 1))) {
    return issuedTokenAt(text, start) ? start : start + 2;
  }
  if (before === 91 || before === 59) {
    const colour = /^\d{1,3}m/.exec(text.slice(start, start + 4));
    if (colour) return start + colour[0].length;
  }
  return start;
}

/** The lengths of prefixes up to their last dot: `SG.`, `hvs.`, `ya29.`, `dp.pt.`. */
const DOTTED = new Set(ISSUED_TOKENS.map(({ prefix }) => prefix.lastIndexOf('.') + 1).filter((length) => length > 0));

function startBeforeDot(text: string, start: number): number {
  for (const length of DOTTED) {
    const at = start - length;
    if (at >= 0 && (isBoundary(text, at) ? issuedTokenAt(text, at) : gluedTokenAt(text, at, start))) return at;
  }
  return start;
}
