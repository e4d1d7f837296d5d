import { diffWordsWithSpace } from 'diff';

export interface WordPart {
  text: string;
  isChanged: boolean;
}

const LONGEST = 600;

/** The words that differ between two versions of a line; undefined if the versions have little in common. */
export function wordDiff(before: string, after: string): { before: WordPart[]; after: WordPart[] } | undefined {
  if (before.length > LONGEST || after.length > LONGEST) return undefined;
  const left: WordPart[] = [];
  const right: WordPart[] = [];
  let same = 0;
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (!added) left.push({ text: value, isChanged: removed === true });
    if (!removed) right.push({ text: value, isChanged: added === true });
    if (!added && !removed) same += value.trim().length;
  }
  const most = Math.max(before.trim().length, after.trim().length);
  return same * 3 >= most ? { before: left, after: right } : undefined;
}
