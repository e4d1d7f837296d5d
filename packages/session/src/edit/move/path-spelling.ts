import { isWindowsPath } from '../../locate/path.js';
import { type PathRule, partsOf } from './path-rules.js';

/** The kind of text being searched: JSON strings escape backslashes, plain text does not. */
export type TextForm = 'json' | 'plain';

/** How a path is written: `my app` literally, as in a URL (`my%20app`), or escaped for a shell (`my\ app`). */
export type Spelling = 'plain' | 'url' | 'shell';

/** One way to write the path of a rule. */
export interface SpelledRule {
  rule: PathRule;
  spelling: Spelling;
  /** A pattern for text with one byte per character. */
  source: string;
}

/** A path without unusual characters has only one spelling. */
export function spellingsOf(rule: PathRule, form: TextForm): SpelledRule[] {
  if (rule.isWhole) return [{ rule, spelling: 'plain', source: rootSource(rule, form) }];
  const spellings: Spelling[] = ['plain'];
  const names = partsOf(rule.from);
  if (!rule.isInner && names.some((name) => URL_ESCAPES.test(name))) spellings.push('url');
  if (!rule.isInner && !isWindowsPath(rule.from) && names.some(isEscapedInShells)) spellings.push('shell');
  return spellings.map((spelling) => ({ rule, spelling, source: sourceOf(rule, form, spelling) }));
}

/** Writes a name in the given spelling. `backslashes`: how many a shell escape has in this place. */
export function writtenName(name: string, form: TextForm, spelling: Spelling, backslashes: string): string {
  if (spelling === 'url') return urlName(name);
  const escaped = (text: string) => bytesOf(form === 'json' ? escapedForJson(text) : text);
  if (spelling === 'plain') return escaped(name);
  return [...name].map((each) => (SHELL_ESCAPES.test(each) ? backslashes : '') + escaped(each)).join('');
}

/** Whether a name needs no escapes in a URL. */
export function isPlainInUrls(name: string): boolean {
  return !URL_ESCAPES.test(name);
}

const URL_ESCAPES = /[^A-Za-z0-9_.~-]/;
/** Characters that file URLs usually leave unescaped. */
const PLAIN_IN_WRITTEN_URLS = /^[A-Za-z0-9_.~!$&'*+,:;=@-]$/;
const SHELL_ESCAPES = /^[ !"#$&'()*;<>?[\\\]^`{|}]$/;

function isEscapedInShells(name: string): boolean {
  return [...name].some((each) => SHELL_ESCAPES.test(each)) && !/["\\]/.test(name);
}

function urlName(name: string): string {
  return [...name].map((each) => (PLAIN_IN_WRITTEN_URLS.test(each) ? each : percent(each))).join('');
}

function percent(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

function sourceOf(rule: PathRule, form: TextForm, spelling: Spelling): string {
  const isWindows = isWindowsPath(rule.from);
  const separator = isWindows || rule.isInner ? separatorIn(form) : '/';
  const folds = isWindows || rule.ignoresCase === true;
  const names = partsOf(rule.from).map((name) => nameSource(name, { form, folds, spelling }));
  const joined = names.join(separator);
  if (isWindows) return /^\\\\/.test(rule.from) ? `${separator}${joined}` : joined;
  return rule.from.startsWith('/') ? `/${joined}` : joined;
}

function rootSource({ from }: PathRule, form: TextForm): string {
  const [drive] = partsOf(from);
  return drive === undefined ? '/' : `${quoted(drive, true)}${separatorIn(form)}?`;
}

/** JSON inside JSON doubles backslashes again, so any even number of them is one separator. */
function separatorIn(form: TextForm): string {
  return form === 'json' ? '(?:/|(?:\\\\\\\\)+)' : '(?:/|\\\\+)';
}

interface NameForm {
  form: TextForm;
  /** Ignore case. */
  folds: boolean;
  spelling: Spelling;
}

/** Matches every spelling of a name: composed or decomposed (macOS), escaped or not. */
function nameSource(name: string, { form, folds, spelling }: NameForm): string {
  const sources = new Set<string>();
  for (const each of new Set([name, name.normalize('NFC'), name.normalize('NFD')])) {
    const written = form === 'json' ? escapedForJson(each) : each;
    if (spelling === 'url') sources.add(urlSource(each, form, folds));
    else if (spelling === 'shell') sources.add(shellSource(each, form, folds));
    else {
      sources.add(quoted(bytesOf(written), folds));
      if (form === 'json') sources.add(quoted(withoutUnicode(written), folds));
    }
  }
  return sources.size === 1 ? [...sources].join('') : `(?:${[...sources].join('|')})`;
}

/** Some programs escape more characters in URLs than others. */
function urlSource(name: string, form: TextForm, folds: boolean): string {
  return [...name]
    .map((each) => {
      const plain = quoted(bytesOf(form === 'json' ? escapedForJson(each) : each), folds);
      return URL_ESCAPES.test(each) ? `(?:${plain}|${quoted(percent(each), true)})` : plain;
    })
    .join('');
}

function shellSource(name: string, form: TextForm, folds: boolean): string {
  const backslash = form === 'json' ? '(?:\\\\\\\\)+' : '\\\\+';
  return [...name].map((each) => (SHELL_ESCAPES.test(each) ? backslash : '') + quoted(bytesOf(each), folds)).join('');
}

function escapedForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The UTF-8 bytes of a text, one character per byte. */
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
