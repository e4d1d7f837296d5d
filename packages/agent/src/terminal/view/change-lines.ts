import type { ToolUseBlock } from '@unspool/session/read';
import { type DiffLine, hunksOf } from '@unspool/session/show';
import { harmless } from '../screen/harmless.js';
import { fit, fold } from '../screen/lines.js';
import type { Paint } from '../screen/paint.js';

const MAX_LINES = 24;

/** A file's change: from the tool's result, or from its input if it has not run yet. */
export function changeLines({ name, input }: ToolUseBlock, noted: unknown, width: number, paint: Paint): string[] {
  const lines = hunksOf({ name, input, noted }).flatMap((hunk, at) => {
    const changed = hunk.lines.map((line) => paintOf(line, paint)(fit(textOf(line), width)));
    return at === 0 ? changed : [paint.dim(`@@ line ${hunk.newStart ?? '?'}`), ...changed];
  });
  return fold(lines, MAX_LINES, (more) => paint.dim(`… ${more} more lines`));
}

function textOf({ kind, text }: DiffLine): string {
  return `${kind} ${harmless(text).replace(/\n/g, ' ')}`;
}

function paintOf({ kind }: DiffLine, paint: Paint): (text: string) => string {
  if (kind === '+') return paint.good;
  return kind === '-' ? paint.bad : paint.dim;
}
