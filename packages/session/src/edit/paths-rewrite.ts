import { isWindowsPath } from '../locate/path.js';
import { type PathRule, partsOf } from './paths.js';
import { bytesOf, escapedForJson, type PathPattern, patternOf, type TextForm } from './paths-pattern.js';

/** A stretch of text and what stands there now; one character a byte. */
export interface PathChange {
  start: number;
  end: number;
  text: string;
}

/**
 * Finds the paths that rules speak of, at path boundaries only: `/home/a/app` is neither in `/home/a/app2` nor in
 * `/srv/home/a/app`. Works on text that holds one byte a character.
 */
export class PathFinder {
  private readonly rules: readonly PathRule[];
  private readonly form: TextForm;
  private readonly pattern: PathPattern | undefined;
  private readonly inner: PathFinder | undefined;
  /** The parts of each rule's new path, as they are written in this form. */
  private readonly names: ReadonlyMap<PathRule, string[]>;

  constructor(rules: readonly PathRule[], form: TextForm) {
    this.rules = [...rules].sort((a, b) => b.from.length - a.from.length);
    this.form = form;
    this.pattern = rules.length > 0 ? patternOf(this.rules, form) : undefined;
    const written = (name: string) => bytesOf(form === 'json' ? escapedForJson(name) : name);
    this.names = new Map(rules.map((rule) => [rule, partsOf(rule.to).map(written)]));
    const inner = this.rules.filter((rule) => rule.isInner);
    this.inner = inner.length > 0 && inner.length < rules.length ? new PathFinder(inner, form) : undefined;
  }

  /** The first change that begins at `from` or later, and before `limit`. */
  next(text: string, from: number, limit = text.length): PathChange | undefined {
    if (!this.pattern) return undefined;
    const { candidate, exact } = this.pattern;
    candidate.lastIndex = from;
    for (let match = candidate.exec(text); match && match.index < limit; match = candidate.exec(text)) {
      exact.lastIndex = match.index;
      const found = exact.exec(text);
      const change = found && this.changeAt(text, found);
      if (change) return change;
      candidate.lastIndex = match.index + 1;
    }
    return undefined;
  }

  /** All of a text changed, with how often. */
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

  private changeAt(text: string, found: RegExpExecArray): PathChange | undefined {
    let group = 1;
    while (group < found.length && found[group] === undefined) group++;
    const isField = group <= this.rules.length;
    const rule = this.rules[isField ? group - 1 : group - 1 - this.rules.length];
    if (!rule) return undefined;
    const [matched] = found;
    const start = found.index;
    const end = start + matched.length;
    const separator = this.separatorFor(rule, matched, isField);
    const head = this.spelled(rule, matched, separator);
    if (!changesStyle(rule, separator)) return { start, end, text: head };
    const tail = this.tailAt(text, start, end, isField);
    const rest = this.inner ? this.inner.rewrite(tail).text : tail;
    return { start, end: end + tail.length, text: head + rest.replace(/\\+|\//g, () => separator) };
  }

  /**
   * Windows paths keep the separators they were written with. A Unix path that becomes a Windows one gets backslashes
   * only in a field of its own: slashes work everywhere on Windows, backslashes mean something else to a shell.
   */
  private separatorFor(rule: PathRule, matched: string, isField: boolean): string {
    if (rule.isInner) return /\\+|\//.exec(matched)?.[0] ?? '/';
    if (!isWindowsPath(rule.to)) return '/';
    const backslash = this.form === 'json' ? '\\\\' : '\\';
    if (isWindowsPath(rule.from)) return /\\+|\//.exec(matched.replace(/^\\+/, ''))?.[0] ?? backslash;
    return isField ? backslash : '/';
  }

  private spelled(rule: PathRule, matched: string, separator: string): string {
    const joined = (this.names.get(rule) ?? []).join(separator);
    if (isWindowsPath(rule.to)) {
      if (rule.to.startsWith('\\\\')) return separator + separator + joined;
      return isWindowsPath(rule.from) ? withDriveCase(joined, matched, rule.from) : joined;
    }
    return rule.to.startsWith('/') ? `/${joined}` : joined;
  }

  /** What follows of the path; in a field or in quotes to their end, else as far as no space or bracket comes. */
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

/** Longer than any path of any system. */
const MAX_TAIL = 4096;

function changesStyle(rule: PathRule, separator: string): boolean {
  if (rule.isInner) return false;
  return isWindowsPath(rule.from) ? !isWindowsPath(rule.to) : isWindowsPath(rule.to) && separator !== '/';
}

/** `c:` and `C:` are one drive; whoever wrote the other one goes on doing so. */
function withDriveCase(path: string, matched: string, from: string): string {
  if (matched.charAt(0) === from.charAt(0) || !/^[A-Za-z]:/.test(path)) return path;
  const drive = path.charAt(0);
  const other = drive === drive.toLowerCase() ? drive.toUpperCase() : drive.toLowerCase();
  return other + path.slice(1);
}
