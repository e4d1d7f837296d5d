import { isWindowsPath } from '../../locate/path.js';
import { type PathPattern, patternOf } from './path-pattern.js';
import { isRoot, type PathRule, partsOf } from './path-rules.js';
import { isPlainInUrls, type SpelledRule, type Spelling, type TextForm, writtenName } from './path-spelling.js';

/** A range of the text, one byte per character, and what replaces it. */
export interface PathChange {
  start: number;
  end: number;
  text: string;
}

/**
 * Finds the paths of rules, only at path boundaries: `/home/a/app` is neither in `/home/a/app2` nor in
 * `/srv/home/a/app`. Works on text with one byte per character.
 */
export class PathFinder {
  private readonly form: TextForm;
  private readonly pattern: PathPattern | undefined;
  private readonly inner: PathFinder | undefined;

  /** The names of new paths as they are written, by spelling and path. */
  private readonly written = new Map<string, string[]>();

  constructor(rules: readonly PathRule[], form: TextForm) {
    const longestFirst = [...rules].sort((a, b) => b.from.length - a.from.length);
    this.form = form;
    this.pattern = rules.length > 0 ? patternOf(longestFirst, form) : undefined;
    const inner = longestFirst.filter((rule) => rule.isInner);
    this.inner = inner.length > 0 && inner.length < rules.length ? new PathFinder(inner, form) : undefined;
  }

  /** The first change in [from, limit). */
  next(text: string, from: number, limit = text.length): PathChange | undefined {
    if (!this.pattern) return undefined;
    const { candidate, exact } = this.pattern;
    candidate.lastIndex = from;
    for (let match = candidate.exec(text); match && match.index < limit; match = candidate.exec(text)) {
      exact.lastIndex = match.index;
      const found = exact.exec(text);
      const change = found && this.changeAt(text, found, this.pattern);
      if (change) return change;
      candidate.lastIndex = match.index + 1;
    }
    return undefined;
  }

  /** The changed text, and how many paths changed. */
  rewrite(text: string): { text: string; count: number } {
    let done = '';
    let at = 0;
    let count = 0;
    for (let change = this.next(text, 0); change; change = this.next(text, change.end)) {
      done += text.slice(at, change.start) + change.text;
      at = change.end;
      count++;
    }
    return { text: done + text.slice(at), count };
  }

  private changeAt(text: string, found: RegExpExecArray, { fields, texts }: PathPattern): PathChange | undefined {
    let group = 1;
    while (group < found.length && found[group] === undefined) group++;
    const isField = group <= fields.length;
    const path = isField ? fields[group - 1] : texts[group - 1 - fields.length];
    if (!path) return undefined;
    const [matched] = found;
    const start = found.index;
    const end = start + matched.length;
    const url = FILE_URL.exec(text.slice(Math.max(0, start - MAX_BEFORE), start))?.[0];
    const separator = this.separatorFor(path.rule, matched, isField);
    const head = withSlashes(this.spelled(path, matched, separator, url !== undefined), path.rule, url);
    if (!changesStyle(path.rule, separator)) {
      return { start, end, text: atRoot(head, path.rule, { separator, next: text[end] }) };
    }
    const tail = this.tailAt(text, start, end, isField);
    const rest = this.inner ? this.inner.rewrite(tail).text : tail;
    const top = atRoot(head, path.rule, { separator, next: tail[0] });
    return { start, end: end + tail.length, text: top + rest.replace(/\\+|\//g, () => separator) };
  }

  /**
   * A Windows path keeps its separators. A Unix path that becomes a Windows path gets backslashes only if it is the
   * whole value of a field: slashes work everywhere on Windows, but to a shell a backslash means something else.
   */
  private separatorFor(rule: PathRule, matched: string, isField: boolean): string {
    if (rule.isInner) return /\\+|\//.exec(matched)?.[0] ?? '/';
    if (!isWindowsPath(rule.to)) return '/';
    const backslash = this.form === 'json' ? '\\\\' : '\\';
    if (isWindowsPath(rule.from)) return /\\+|\//.exec(matched.replace(/^\\+/, ''))?.[0] ?? backslash;
    return isField ? backslash : '/';
  }

  private spelled({ rule, spelling }: SpelledRule, matched: string, separator: string, isUrl: boolean): string {
    // A URL must be escaped even if the old path had nothing to escape.
    const own: Spelling = isUrl && partsOf(rule.from).every(isPlainInFileUrls) ? 'url' : spelling;
    const backslashes = own === 'shell' ? (/\\+/.exec(matched)?.[0] ?? '') : '';
    const joined = this.names(rule.to, own, backslashes).join(separator);
    if (isWindowsPath(rule.to)) {
      if (rule.to.startsWith('\\\\')) return separator + separator + joined;
      return isWindowsPath(rule.from) ? withDriveCase(joined, matched, rule.from) : joined;
    }
    return rule.to.startsWith('/') ? `/${joined}` : joined;
  }

  private names(path: string, spelling: Spelling, backslashes: string): readonly string[] {
    const key = `${spelling}${backslashes} ${path}`;
    let names = this.written.get(key);
    if (!names) {
      names = partsOf(path).map((name) => writtenName(name, this.form, spelling, backslashes));
      this.written.set(key, names);
    }
    return names;
  }

  /** The rest of the path: to the end of the field or quotes, otherwise to the next space or bracket. */
  private tailAt(text: string, start: number, end: number, isField: boolean): string {
    const quote = isField ? '"' : (text[start - 1] ?? '');
    const separator = this.form === 'json' ? '/|(?:\\\\\\\\)+' : '/|\\\\+';
    const name =
      quote === '"' || quote === "'" || quote === '`' ? `[^\\\\/${quote}\\n]` : '[^\\\\/"\'`<>|*?:\\s,;()[\\]{}]';
    const pattern = new RegExp(`(?:(?:${separator})${name}*)*`, 'y');
    pattern.lastIndex = end;
    return (pattern.exec(text)?.[0] ?? '').slice(0, MAX_TAIL);
  }
}

/** Longer than any path on any system. */
const MAX_TAIL = 4096;

function changesStyle(rule: PathRule, separator: string): boolean {
  if (rule.isInner) return false;
  return isWindowsPath(rule.from) ? !isWindowsPath(rule.to) : isWindowsPath(rule.to) && separator !== '/';
}

/** `c:` and `C:` are the same drive. Keeps the original case. */
function withDriveCase(path: string, matched: string, from: string): string {
  if (matched.charAt(0) === from.charAt(0) || !/^[A-Za-z]:/.test(path)) return path;
  const drive = path.charAt(0);
  const other = drive === drive.toLowerCase() ? drive.toUpperCase() : drive.toLowerCase();
  return other + path.slice(1);
}

const FILE_URL = /file:\/\/\/?$/i;
const MAX_BEFORE = 8;

function isPlainInFileUrls(name: string): boolean {
  return isPlainInUrls(name) || /^[A-Za-z]:$/.test(name);
}

/** In a URL a drive comes after a slash (`file:///C:/work`); a Unix path starts with its own. */
function withSlashes(head: string, { from, to }: PathRule, url: string | undefined): string {
  if (url === undefined || isWindowsPath(from) === isWindowsPath(to)) return head;
  if (isWindowsPath(to)) return url.endsWith('///') ? head : `/${head}`;
  return url.endsWith('///') ? head.slice(1) : head;
}

/** A root ends with a separator; avoids doubling it when the path continues. */
function atRoot(
  head: string,
  { to }: PathRule,
  { separator, next }: { separator: string; next: string | undefined },
): string {
  if (!isRoot(to)) return head;
  const drive = isWindowsPath(to) || /^[A-Za-z]:/.test(to) ? head : head.replace(/\/$/, '');
  return next === '/' || next === '\\' ? drive : drive + separator;
}
