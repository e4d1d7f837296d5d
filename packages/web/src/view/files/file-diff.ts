import { editedText, hunksOf, textBefore, wholeTextRead } from '@unspool/session/show';
import { readCall } from '../../read/call.js';
import { maskedLines, type TextStyle } from '../texts.js';
import type { FileDiff, TracedHunk } from '../view.js';
import { inSteps } from './in-steps.js';
import { RebuiltFile, type TracedLine } from './rebuilt-file.js';
import type { SessionCall } from './session-calls.js';
import { wrote } from './written-files.js';

const CONTEXT = 3;
const MAX_LINES = 4000;

/**
 * The changes of one file by calls of one or more sessions, from its first to its last text. Changes whose place in the
 * file is not known are given one by one: the client does not record the text of large files.
 */
export class FileHistory {
  private readonly file = new RebuiltFile();
  private readonly loose: TracedHunk[] = [];
  private readonly seen = new Set<string>();
  private isNew: boolean | undefined;

  /** Applies calls that read or wrote the file, each once: forks repeat those of their original. */
  async add(calls: readonly SessionCall[], turnOf = ({ turn }: SessionCall) => turn): Promise<void> {
    await inSteps(calls, (each) => {
      const { id } = each.call;
      if (this.seen.has(id)) return;
      this.seen.add(id);
      if (wrote(each.call)) this.isNew ??= creates(each);
      this.loose.push(...apply(each, this.file, turnOf));
    });
  }

  /** Undefined if nothing wrote the file. */
  diff(path: string, style: TextStyle): FileDiff | undefined {
    if (this.isNew === undefined) return undefined;
    const hunks = [...this.loose, ...tracedHunks(this.file.diff())];
    return { path, isNew: this.isNew, loose: this.loose.length, ...shown(hunks, style) };
  }
}

/** Applies a call to the file. Returns its changes if their place in the file is not known. */
function apply(each: SessionCall, file: RebuiltFile, turnOf: (each: SessionCall) => number): TracedHunk[] {
  const { conversation, call } = each;
  if (!call.result || call.result.isError) return [];
  const { input, noted } = readCall(conversation, call);
  if (!wrote(call)) {
    const text = wholeTextRead(noted);
    if (text !== undefined) file.see(text);
    return [];
  }
  const change = { name: call.name, input, noted };
  const before = textBefore(change);
  if (before !== undefined) file.see(before);
  const after = editedText(change, file.text);
  if (after !== undefined && file.isKnown) {
    file.change(after, turnOf(each));
    return [];
  }
  if (after !== undefined) file.see(after);
  return hunksOf(change).map((hunk) => looseHunk(hunk, turnOf(each)));
}

function creates({ conversation, call }: SessionCall): boolean {
  return readCall(conversation, call).noted['type'] === 'create';
}

const KINDS = { ' ': 'same', '@': 'same', '-': 'removed', '+': 'added' } as const;

function looseHunk({ oldStart, newStart, lines }: ReturnType<typeof hunksOf>[number], turn: number): TracedHunk {
  return {
    oldStart: oldStart ?? 1,
    newStart: newStart ?? 1,
    isLoose: oldStart === undefined,
    lines: lines.map(({ kind, text }) => ({
      kind: KINDS[kind],
      text,
      turn: kind === '-' || kind === '+' ? turn : null,
    })),
  };
}

/** The changed lines with a few around them. */
function tracedHunks(lines: readonly TracedLine[]): TracedHunk[] {
  const changed = lines.flatMap(({ kind }, at) => (kind === 'same' ? [] : [at]));
  const hunks: TracedHunk[] = [];
  let [old, now] = [1, 1];
  let next = 0;
  let last = Number.NEGATIVE_INFINITY;
  let isInside = false;
  for (const [at, line] of lines.entries()) {
    if (changed[next] === at) last = changed[next++] ?? last;
    const isNear = at - last <= CONTEXT || (changed[next] ?? Number.POSITIVE_INFINITY) - at <= CONTEXT;
    if (isNear && !isInside) hunks.push({ oldStart: old, newStart: now, isLoose: false, lines: [] });
    if (isNear) hunks.at(-1)?.lines.push(line);
    isInside = isNear;
    if (line.kind !== 'added') old++;
    if (line.kind !== 'removed') now++;
  }
  return hunks;
}

function shown(hunks: readonly TracedHunk[], style: TextStyle): Pick<FileDiff, 'hunks' | 'more'> {
  let left = MAX_LINES;
  const cut = hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, left);
    left -= lines.length;
    return lines.length > 0 ? [{ ...hunk, lines }] : [];
  });
  const all = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  const texts = maskedLines(
    cut.flatMap(({ lines }) => lines.map(({ text }) => text.replace(/\r?\n|\r/g, ' '))),
    style,
  );
  let at = 0;
  return {
    hunks: cut.map((hunk) => ({ ...hunk, lines: hunk.lines.map((line) => ({ ...line, text: texts[at++] ?? '' })) })),
    more: Math.max(0, all - MAX_LINES),
  };
}
