import { isWindowsPath } from '../../locate/path.js';
import type { PathRule } from './path-rules.js';
import { type SpelledRule, spellingsOf, type TextForm } from './path-spelling.js';

/**
 * Finds paths in text with one byte per character (so that indexes are offsets in the file). `candidate` is fast and
 * finds too much; `exact` identifies the path at a candidate, if there is one. Its groups are first those of `fields`,
 * whose value is only a path, then those of `texts`.
 */
export interface PathPattern {
  candidate: RegExp;
  exact: RegExp;
  fields: readonly SpelledRule[];
  texts: readonly SpelledRule[];
}

export function patternOf(rules: readonly PathRule[], form: TextForm): PathPattern {
  const all = rules.flatMap((rule) => spellingsOf(rule, form));
  const texts = all.filter(({ rule }) => !rule.isWhole);
  const fields = all.filter(({ spelling }) => spelling === 'plain');
  const inFields = fields.map(({ rule, source }) => `(${source})${rule.isWhole ? '(?=")' : AFTER_IN_FIELD}`);
  const inTexts = texts.map(({ rule, source }) => {
    const isWindows = isWindowsPath(rule.from);
    const before = rule.isInner ? '' : isWindows ? BEFORE_WINDOWS : BEFORE;
    const after = isWindows || rule.isInner ? AFTER_WINDOWS : AFTER;
    return `${before}(${source})${after}`;
  });
  return {
    candidate: new RegExp(
      all.map(({ rule, source }) => (rule.isWhole ? `(?<=")${source}(?=")` : source)).join('|'),
      'g',
    ),
    exact: new RegExp(`(?<=${PATH_FIELD})${anyOf(inFields)}|(?<!${PATH_FIELD})${anyOf(inTexts)}`, 'y'),
    fields,
    texts,
  };
}

function anyOf(sources: readonly string[]): string {
  return sources.length === 0 ? NEVER : `(?:${sources.join('|')})`;
}

const NEVER = '(?!)';

/** Fields whose value is only a path: a space is part of a name there. */
const PATH_FIELD =
  '"(?:cwd|originalCwd|project|projectPath|originalPath|fullPath|file_path|filePath|notebook_path|path|planFilePath' +
  '|persistedOutputPath|worktreePath|originalFilePath|backupPath|transcript_path)" ?: ?"';

const NAME = '[A-Za-z0-9_~+%@$#({[\\-]';
/** Punctuation beyond ASCII, as UTF-8 bytes: U+2000 to U+2FFF, of Latin-1, of CJK and full width. */
const PUNCTUATION =
  '(?:\\xe2[\\x80-\\xbf]{2}|\\xc2[\\xa0-\\xbf]|\\xe3\\x80[\\x80-\\xbf]|\\xef\\xbc[\\x80-\\x8f\\x9a-\\xa0])';
const LETTER = `(?!${PUNCTUATION})[\\x80-\\xff]`;
/** What follows `\u` when the character cannot be part of a name. */
const UNICODE_END = 'u(?:2[0-9a-fA-F]{3}|00[01][0-9a-fA-F]|002[0126-9acAC]|003[a-fA-F]|00[aA][0-9a-fA-F])';

/** A name continues after a full stop, unless the full stop ends a sentence. */
const NAME_CONTINUES = `${NAME}|\\.+(?:${NAME}|${LETTER})|${LETTER}`;
/** A backslash is either part of an escape that ends the name, or escapes a space in a longer name. */
const AFTER = `(?!${NAME_CONTINUES}|\\\\+(?![\\\\nrtbf"'\`/]|${UNICODE_END}))`;
const AFTER_WINDOWS = `(?!${NAME_CONTINUES}|(?:\\\\\\\\)*\\\\(?!${UNICODE_END})u[0-9a-fA-F]{4})`;
const AFTER_IN_FIELD = '(?=[/\\\\"]|$)';

const COLOUR = '(?:\\\\u001[bB]|\\x1b)\\[[0-9;]*m';
const ESCAPE = `\\\\(?:[nrtbf]|${UNICODE_END})`;
/**
 * A path does not begin in the middle of a longer one, but an escaped line feed, a colour or `file://` may come right
 * before it.
 */
const BEFORE =
  `(?:(?<![A-Za-z0-9_.~+%$)}\\\\/\\-]|(?:^|[^A-Za-z])[A-Za-z]:|[\\x80-\\xff])` +
  `|(?<=${ESCAPE}|${COLOUR}|file://|${PUNCTUATION}|\\xf0\\x9f[\\x80-\\xbf]{2}))`;
const BEFORE_WINDOWS = `(?:(?<![A-Za-z0-9_]|[\\x80-\\xff])|(?<=${ESCAPE}|${COLOUR}|${PUNCTUATION}))`;
