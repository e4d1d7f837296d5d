/** One line of a diff. */
export interface DiffLine {
  kind: ' ' | '-' | '+' | '@';
  text: string;
  /** Line number in the file, if known: in the new text, or in the old text for a removed line. */
  number?: number | undefined;
}

const CONTEXT = 3;
/** Above this many pairs of lines the middle is shown as removed and added as a whole. */
const MAX_PAIRS = 4_000_000;

/** Compares two texts line by line and keeps a little context. */
export function diffOf(before: string, after: string): DiffLine[] {
  const { head, middle, tail } = compared(
    before === '' ? [] : before.split('\n'),
    after === '' ? [] : after.split('\n'),
  );
  return [...head.slice(-CONTEXT).map(same), ...middle, ...tail.slice(0, CONTEXT).map(same)];
}

/** Compares two lists of lines and keeps all of them. */
export function wholeDiffOf(before: readonly string[], after: readonly string[]): DiffLine[] {
  const { head, middle, tail } = compared(before, after);
  return head.map(same).concat(middle, tail.map(same));
}

/** The lines that both begin and end with, and what differs between them. */
function compared(old: readonly string[], now: readonly string[]) {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return {
    head: old.slice(0, head),
    middle: changed(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    tail: old.slice(old.length - tail),
  };
}

/** Counts added and removed lines. */
export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const { kind } of lines) {
    if (kind === '+') added++;
    else if (kind === '-') removed++;
  }
  return { added, removed };
}

/** Finds the longest common subsequence of lines with the textbook table. */
function changed(old: string[], now: string[]): DiffLine[] {
  if (old.length * now.length > MAX_PAIRS) return [...old.map(removed), ...now.map(added)];
  const row = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * row);
  for (let a = old.length - 1; a >= 0; a--) {
    for (let b = now.length - 1; b >= 0; b--) {
      lengths[a * row + b] =
        old[a] === now[b]
          ? (lengths[(a + 1) * row + b + 1] ?? 0) + 1
          : Math.max(lengths[(a + 1) * row + b] ?? 0, lengths[a * row + b + 1] ?? 0);
    }
  }
  return walked(old, now, (a, b) => (lengths[(a + 1) * row + b] ?? 0) >= (lengths[a * row + b + 1] ?? 0));
}

/** Walks from the start of both texts to their ends; `isRemoval` chooses the direction where they differ. */
function walked(old: string[], now: string[], isRemoval: (a: number, b: number) => boolean): DiffLine[] {
  const lines: DiffLine[] = [];
  let a = 0;
  let b = 0;
  while (a < old.length || b < now.length) {
    const before = old[a];
    const after = now[b];
    if (before !== undefined && before === after) {
      lines.push(same(before));
      a++;
      b++;
    } else if (before !== undefined && (after === undefined || isRemoval(a, b))) {
      lines.push(removed(before));
      a++;
    } else {
      lines.push(added(after ?? ''));
      b++;
    }
  }
  return lines;
}

const same = (text: string): DiffLine => ({ kind: ' ', text });
const removed = (text: string): DiffLine => ({ kind: '-', text });
const added = (text: string): DiffLine => ({ kind: '+', text });
