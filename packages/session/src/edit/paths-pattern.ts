import { isWindowsPath } from '../locate/path.js';
import { type PathRule, partsOf } from './paths.js';

/** How the text that is searched is written: strings of JSON escape backslashes, plain text does not. */
export type TextForm = 'json' | 'plain';

/**
 * Finds paths in text that holds one byte a character (so that places are offsets in the file). `candidate` is fast
 * and finds too much; `exact`, at a candidate, says which rule fits, or none: its groups are first the rules in fields
 * that are nothing but a path, then once more the rules elsewhere.
 */
export interface PathPattern {
  candidate: RegExp;
  exact: RegExp;
}

export function patternOf(rules: readonly PathRule[], form: TextForm): PathPattern {
  const sources = rules.map((rule) => sourceOf(rule, form));
  const fields = sources.map((source) => `(${source})${AFTER_IN_FIELD}`);
  const texts = sources.map((source, at) => {
    const rule = rules[at];
    const isWindows = rule !== undefined && isWindowsPath(rule.from);
    const before = rule?.isInner ? '' : isWindows ? BEFORE_WINDOWS : BEFORE;
    const after = isWindows || rule?.isInner ? AFTER_WINDOWS : AFTER;
    return `${before}(${source})${after}`;
  });
  return {
    candidate: new RegExp(sources.join('|'), 'g'),
    exact: new RegExp(`(?<=${PATH_FIELD})(?:${fields.join('|')})|(?<!${PATH_FIELD})(?:${texts.join('|')})`, 'y'),
  };
}

/** Fields whose value is a path and nothing else: there a space is part of a name. */
const PATH_FIELD =
  '"(?:cwd|originalCwd|project|projectPath|originalPath|fullPath|file_path|filePath|notebook_path|path|planFilePath' +
  '|persistedOutputPath|worktreePath|originalFilePath|backupPath|transcript_path)" ?: ?"';

const NAME = '[A-Za-z0-9_~+%@$#({[\\-]';
/** Punctuation beyond ASCII, as UTF-8 bytes: U+2000 to U+2FFF, of Latin-1, of CJK and full width. */
const PUNCTUATION =
  '(?:\\xe2[\\x80-\\xbf]{2}|\\xc2[\\xa0-\\xbf]|\\xe3\\x80[\\x80-\\xbf]|\\xef\\xbc[\\x80-\\x8f\\x9a-\\xa0])';
const LETTER = `(?!${PUNCTUATION})[\\x80-\\xff]`;
/** What `\u` must be followed by to be none of a name's characters. */
const UNICODE_END = 'u(?:2[0-9a-fA-F]{3}|00[01][0-9a-fA-F]|002[0126-9acAC]|003[a-fA-F]|00[aA][0-9a-fA-F])';

/** A name goes on after a full stop, unless the full stop ends a sentence. */
const GOES_ON = `${NAME}|\\.+(?:${NAME}|${LETTER})|${LETTER}`;
/** A backslash belongs to an escape that ends the name, or it hides a space of a longer name. */
const AFTER = `(?!${GOES_ON}|\\\\+(?![\\\\nrtbf"'\`/]|${UNICODE_END}))`;
const AFTER_WINDOWS = `(?!${GOES_ON}|(?:\\\\\\\\)*\\\\(?!${UNICODE_END})u[0-9a-fA-F]{4})`;
const AFTER_IN_FIELD = '(?=[/\\\\"]|$)';

const COLOUR = '(?:\\\\u001[bB]|\\x1b)\\[[0-9;]*m';
const ESCAPE = `\\\\(?:[nrtbf]|${UNICODE_END})`;
/** Not the rest of a longer path; but a line feed, a colour or `file://` may stand right before it. */
const BEFORE =
  `(?:(?<![A-Za-z0-9_.~+%$)}\\\\/\\-]|(?:^|[^A-Za-z])[A-Za-z]:|[\\x80-\\xff])` +
  `|(?<=${ESCAPE}|${COLOUR}|file://|${PUNCTUATION}|\\xf0\\x9f[\\x80-\\xbf]{2}))`;
const BEFORE_WINDOWS = `(?:(?<![A-Za-z0-9_]|[\\x80-\\xff])|(?<=${ESCAPE}|${COLOUR}|${PUNCTUATION}))`;

function sourceOf(rule: PathRule, form: TextForm): string {
  const isWindows = isWindowsPath(rule.from);
  const separator = isWindows || rule.isInner ? separatorIn(form) : '/';
  const folds = isWindows || rule.ignoresCase === true;
  const names = partsOf(rule.from).map((name) => nameSource(name, form, folds));
  const joined = names.join(separator);
  if (isWindows) return /^\\\\/.test(rule.from) ? `${separator}${joined}` : joined;
  return rule.from.startsWith('/') ? `/${joined}` : joined;
}

/** Paths inside JSON inside JSON have their backslashes doubled again, so any even number is one separator. */
export function separatorIn(form: TextForm): string {
  return form === 'json' ? '(?:/|(?:\\\\\\\\)+)' : '(?:/|\\\\+)';
}

/** A name in every way it may be spelled: composed or not (macOS), escaped or not. */
function nameSource(name: string, form: TextForm, folds: boolean): string {
  const spellings = new Set<string>();
  for (const each of new Set([name, name.normalize('NFC'), name.normalize('NFD')])) {
    spellings.add(quoted(bytesOf(form === 'json' ? escapedForJson(each) : each), folds));
    if (form === 'json') spellings.add(quoted(withoutUnicode(escapedForJson(each)), folds));
  }
  return spellings.size === 1 ? [...spellings].join('') : `(?:${[...spellings].join('|')})`;
}

export function escapedForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** One character a byte of UTF-8. */
export function bytesOf(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

function withoutUnicode(text: string): string {
  return text.replace(/[^\0-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function quoted(text: string, folds: boolean): string {
  const source = text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return folds ? source.replace(/[A-Za-z]/g, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`) : source;
}
