import type { DiffHunk } from '../api/contract.js';
import { type WordPart, wordDiff } from './word-diff.js';

export interface DiffSide {
  line: number;
  text: string;
  kind: 'same' | 'added' | 'removed';
  words: WordPart[] | undefined;
  /** Its line of the hunk; of an unchanged one that is on both sides, the same. */
  of: DiffHunk['lines'][number];
}

/** Lines side by side: removed lines are next to those that replaced them. */
export interface DiffRow {
  before: DiffSide | undefined;
  after: DiffSide | undefined;
}

export function rowsOfHunk(hunk: DiffHunk): DiffRow[] {
  const rows: DiffRow[] = [];
  let before = hunk.oldStart;
  let after = hunk.newStart;
  let removed: DiffSide[] = [];
  let added: DiffSide[] = [];
  const flush = () => {
    rows.push(...paired(removed, added));
    removed = [];
    added = [];
  };
  for (const of of hunk.lines) {
    const { kind, text } = of;
    if (kind === 'removed') removed.push({ line: before++, text, kind, words: undefined, of });
    else if (kind === 'added') added.push({ line: after++, text, kind, words: undefined, of });
    else {
      flush();
      rows.push({
        before: { line: before++, text, kind, words: undefined, of },
        after: { line: after++, text, kind, words: undefined, of },
      });
    }
  }
  flush();
  return rows;
}

function paired(removed: DiffSide[], added: DiffSide[]): DiffRow[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => {
    const before = removed[at];
    const after = added[at];
    const words = before && after ? wordDiff(before.text, after.text) : undefined;
    if (before && words) before.words = words.before;
    if (after && words) after.words = words.after;
    return { before, after };
  });
}

/** The same in one column: removed lines first, then added ones. */
export function unified(rows: DiffRow[]): DiffSide[] {
  const sides: DiffSide[] = [];
  const came: DiffSide[] = [];
  for (const { before, after } of rows) {
    if (before?.kind === 'same') {
      sides.push(...came.splice(0), after ?? before);
      continue;
    }
    if (before) sides.push(before);
    if (after) came.push(after);
  }
  return [...sides, ...came];
}
