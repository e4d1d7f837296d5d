import type { Anchors } from '../anchor/anchors.js';
import { characterSet, isIn } from '../characters.js';
import type { Span } from '../finding.js';
import { endOfQuoted } from './assignment.js';
import { isAddress, isPlaceholder } from './secret-value.js';

/** How a command takes a password: by a one-letter option, which other commands use for something else. */
interface PasswordOption {
  option: string;
  /** Only `-pSECRET`: after `-p` alone the command asks for it, and the next word is something else. */
  isAttached?: true;
  /** The command's own options end at its first other word, where another command begins. */
  isLeading?: true;
  /** Other options of that command whose value is the next word. */
  otherValues?: string;
  /** What must come before the word, if it says little by itself. */
  after?: RegExp;
}

const MYSQL: PasswordOption = { option: 'p', isAttached: true };
const MONGO: PasswordOption = { option: 'p' };
const LDAP: PasswordOption = { option: 'w' };

const LOGIN: PasswordOption = {
  option: 'p',
  after:
    /(?:^|\\[nrt]|[^\w\\-])(?:docker|podman|nerdctl|buildah|skopeo|oras|crane|registry|acr|az|oc|cf)\b[^\n;|&]{0,60}$/,
};

/** The names of commands: the start they share, and how each continues. */
const FAMILIES: readonly [beginning: string, endings: string, option: PasswordOption][] = [
  ['mysql', ' dump admin import show check slap', MYSQL],
  ['mariadb', ' -dump -admin', MYSQL],
  ['mongo', ' sh dump restore export import', MONGO],
  ['ldap', 'search add modify delete passwd whoami', LDAP],
  ['sshpass', '', { option: 'p', isLeading: true, otherValues: 'fdP' }],
  ['redis-cli', '', { option: 'a' }],
  ['sqlcmd', '', { option: 'P' }],
  ['login', '', LOGIN],
];

const COMMANDS = new Map<string, PasswordOption>(
  FAMILIES.flatMap(([beginning, endings, option]) =>
    endings.split(' ').map((ending) => [beginning + ending, option] as const),
  ),
);

/** As in a netrc file. */
const PASSWORD = 'password';

export function anchorCommands(anchors: Anchors): void {
  for (const word of [PASSWORD, ...FAMILIES.map(([beginning]) => beginning)]) anchors.word(word);
}

/** By the first four letters, one bit for each length. This rules out nearly every word before a string is made of it. */
const LENGTHS_OF_WORDS = new Uint8Array(65536);
for (const name of [PASSWORD, ...COMMANDS.keys()]) {
  const letters = fourCharacters(name, 0);
  LENGTHS_OF_WORDS[letters] = (LENGTHS_OF_WORDS[letters] ?? 0) | (1 << (name.length & 7));
}
/** A number below 65,536 for the first four characters of a word, all ASCII: few words share one. */
function fourCharacters(text: string, at: number): number {
  const word =
    text.charCodeAt(at) |
    (text.charCodeAt(at + 1) << 8) |
    (text.charCodeAt(at + 2) << 16) |
    (text.charCodeAt(at + 3) << 24);
  return Math.imul(word, 0x9e3779b1) >>> 16;
}

const LONGEST_NAME = Math.max(...[...COMMANDS.keys()].map((name) => name.length));

/** A password after the name of a command, or in a netrc file. The word is the run from `start` to `end`. */
export function passwordAfterWord(text: string, start: number, end: number): Span | undefined {
  if (end - start > LONGEST_NAME) return undefined;
  const lengths = LENGTHS_OF_WORDS[fourCharacters(text, start)] ?? 0;
  if (((lengths >> ((end - start) & 7)) & 1) === 0) return undefined;
  if (!isIn(BLANK_OR_NEW_LINE, text.charCodeAt(end))) return undefined;
  const word = text.slice(start, end);
  if (word === PASSWORD) return netrcPassword(text, start, end);
  const command = COMMANDS.get(word);
  if (!command || command.after?.test(text.slice(Math.max(0, start - 80), start)) === false) return undefined;
  return optionValue(text, end, command);
}

/** `machine HOST login NAME password SECRET`, on one line or several. */
function netrcPassword(text: string, start: number, end: number): Span | undefined {
  const before = text.slice(Math.max(0, start - 240), start);
  if (!before.includes('login') || !NETRC.test(before)) return undefined;
  let from = end;
  while (from - end < 32 && isIn(BLANK_OR_NEW_LINE, text.charCodeAt(from))) from++;
  return given(text, from);
}

const NETRC =
  /\b(?:machine(?:\s|\\[nrt]){1,8}[\w.:[\]-]{1,100}|default)(?:\s|\\[nrt]){1,8}login(?:\s|\\[nrt]){1,8}[^\s\\]{1,80}(?:\s|\\[nrt]){1,8}$/;

const BLANK = characterSet(' \t');
const BLANK_OR_NEW_LINE = characterSet(' \t\r\n');
const QUOTES = characterSet('"\'');
const COMMAND_END = characterSet('\r\n;|&`');
const BARE_END = characterSet(' \t\r\n;|&`"\'');
const DASH = 45;
const BACKSLASH = 92;
const EQUALS = 61;
/** How far after the command its options are looked for. */
const REACH = 320;
const LONGEST_BARE = 256;

function optionValue(text: string, from: number, command: PasswordOption): Span | undefined {
  const words = wordsFrom(text, from);
  for (let at = 0; at < words.length; at++) {
    const { start, end } = words[at] ?? NO_WORD;
    const letter = optionLetter(text, start);
    if (letter === '' && command.isLeading) return undefined;
    const isAlone = end === start + 2;
    if (letter === command.option && !isAlone) return given(text, attachedStart(text, start, command));
    if (letter === command.option && !command.isAttached) return given(text, words[at + 1]?.start ?? end);
    if (isAlone && letter !== '' && command.otherValues?.includes(letter)) at++;
  }
  return undefined;
}

/** Empty if it is not a one-letter option. */
function optionLetter(text: string, start: number): string {
  return text.charCodeAt(start) === DASH && text.charCodeAt(start + 1) !== DASH ? text.charAt(start + 1) : '';
}

function attachedStart(text: string, start: number, { isAttached }: PasswordOption): number {
  return text.charCodeAt(start + 2) === EQUALS && !isAttached ? start + 3 : start + 2;
}

interface Word {
  start: number;
  end: number;
}
const NO_WORD: Word = { start: 0, end: 0 };

/** The words of a command up to its end, or as far as options are looked for. */
function wordsFrom(text: string, from: number): Word[] {
  const limit = Math.min(text.length, from + REACH);
  const words: Word[] = [];
  let at = afterBlanks(text, from, limit);
  while (at < limit && !isIn(COMMAND_END, text.charCodeAt(at))) {
    const end = endOfWord(text, at);
    // A quote that opens nothing ends the string around the command.
    if (end === at) break;
    words.push({ start: at, end });
    at = afterBlanks(text, end, limit);
    if (at === end) break;
  }
  return words;
}

/** Skips blanks, and line ends after a backslash, even if both are escaped (`\\\n`). */
function afterBlanks(text: string, from: number, limit: number): number {
  let at = from;
  for (;;) {
    if (at >= limit) return at;
    if (isIn(BLANK, text.charCodeAt(at))) at++;
    else if (text.startsWith('\\\n', at)) at += 2;
    else if (text.startsWith('\\\\\\n', at)) at += 4;
    else return at;
  }
}

/** A quoted word, an option with a quoted value, or everything up to a blank. */
function endOfWord(text: string, start: number): number {
  const isOption = text.charCodeAt(start) === DASH;
  const open = isOption ? start + (text.charCodeAt(start + 2) === EQUALS ? 3 : 2) : start;
  const quoted = quotedAt(text, open);
  return quoted ? quoted.next : endOfBare(text, start);
}

/** The content of a quoted word. The quotes may be escaped, as inside JSON. */
function quotedAt(text: string, at: number): { start: number; end: number; next: number } | undefined {
  let open = at;
  while (text.charCodeAt(open) === BACKSLASH && open - at < 16) open++;
  if (!isIn(QUOTES, text.charCodeAt(open))) return undefined;
  const end = endOfQuoted(text, open, open - at);
  return { start: open + 1, end, next: end + (open - at) + 1 };
}

/** A backslash belongs to the word unless it escapes a new line or a quote around the command. */
function endOfBare(text: string, from: number): number {
  const limit = Math.min(text.length, from + LONGEST_BARE);
  let at = from;
  while (at < limit && !isIn(BARE_END, text.charCodeAt(at))) {
    if (text.charCodeAt(at) === BACKSLASH && /["'nrt\\]/.test(text.charAt(at + 1))) break;
    at++;
  }
  return at;
}

function given(text: string, from: number): Span | undefined {
  const { start, end } = quotedAt(text, from) ?? { start: from, end: endOfBare(text, from) };
  const value = text.slice(start, end);
  if (value.length < 3 || isPlaceholder(value) || isAddress(value) || NO_PASSWORD.test(value)) return undefined;
  return { kind: 'password', start, end, byName: true };
}

/** Ports (`--name mongo -p 27017:27017`), the next option, and prose about the option. */
const NO_PASSWORD =
  /^(?:(?:[\d.]{7,15}:)?\d{1,5}(?:-\d{1,5})?:\d{1,5}.*|-.*|options?|flags?|and|or|the|is|with|for|to)$/;
