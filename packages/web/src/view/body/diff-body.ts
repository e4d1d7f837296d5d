import { type DiffLine, type Hunk, hunksOf, notedPathsOf, relativePath } from '@unspool/session/show';
import { fileIn, toolNamed } from '@unspool/session/tools';
import { maskedLine, maskedLines } from '../texts.js';
import type { DiffHunk, ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';

/** Further lines are only in the JSON view. */
const MAX_LINES = 4000;

/** What a call changed in a file, or tried to change. */
export function diffBody({ conversation, content, style }: BodyParts): ToolBody | undefined {
  const { call, input, noted } = content;
  const paths = notedPathsOf({ name: call.name, noted });
  const file = fileIn(input) ?? paths.join(', ');
  const hunks = cut(hunksOf({ name: call.name, input, noted }));
  if (file === '' || hunks.length === 0) return undefined;
  const lines = maskedLines(
    hunks.flatMap((hunk) => hunk.lines.map((line) => line.text.replace(/\r?\n/g, ' '))),
    style,
  );
  let at = 0;
  return {
    view: 'diff',
    file: maskedLine(relativePath(file, conversation.measured.cwd), style),
    hunks: hunks.map(
      ({ oldStart, newStart, lines: own }): DiffHunk => ({
        oldStart: oldStart ?? 1,
        newStart: newStart ?? 1,
        lines: own.map(({ kind }) => ({ kind: KINDS[kind], text: lines[at++] ?? '' })),
      }),
    ),
    isNew: writesWholeFile(call.name) && noted['type'] !== 'update' && hunks.every(isAllNew),
  };
}

const KINDS: { readonly [kind in DiffLine['kind']]: DiffHunk['lines'][number]['kind'] } = {
  ' ': 'same',
  '@': 'same',
  '-': 'removed',
  '+': 'added',
};

function writesWholeFile(tool: string): boolean {
  const { change } = toolNamed(tool);
  return change !== undefined && change.from === undefined;
}

function isAllNew({ lines }: Hunk): boolean {
  return lines.every(({ kind }) => kind === '+');
}

function cut(hunks: readonly Hunk[]): Hunk[] {
  let left = MAX_LINES;
  return hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, left);
    left -= lines.length;
    return lines.length > 0 ? [{ ...hunk, lines }] : [];
  });
}
