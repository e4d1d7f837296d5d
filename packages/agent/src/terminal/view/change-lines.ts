import type { ToolUseBlock } from '@unspool/session';
import { harmless } from '../screen/harmless.js';
import { fit, fold } from '../screen/lines.js';
import type { Paint } from '../screen/paint.js';

const MOST = 24;

/** A change of a file: from what the tool tells, or, before it ran, from what it was asked to do. */
export function changeLines(call: ToolUseBlock, told: unknown, width: number, paint: Paint): string[] {
  const patch = patchIn(told);
  const lines = patch ?? askedChange(call);
  const painted = lines.map((line) => {
    const clean = fit(harmless(line).replace(/\n/g, ' '), width);
    if (line.startsWith('+')) return paint.good(clean);
    return line.startsWith('-') ? paint.bad(clean) : paint.dim(clean);
  });
  return fold(painted, MOST, (more) => paint.dim(`… ${more} more lines`));
}

/** The hunks that the client keeps of an edit. */
function patchIn(told: unknown): string[] | undefined {
  if (typeof told !== 'object' || told === null) return undefined;
  const { structuredPatch } = told as { structuredPatch?: unknown };
  if (!Array.isArray(structuredPatch) || structuredPatch.length === 0) return undefined;
  return structuredPatch.flatMap((hunk: { lines?: unknown; newStart?: unknown }, at) => {
    const lines = Array.isArray(hunk.lines) ? hunk.lines.map(String) : [];
    return at === 0 ? lines : [`@@ line ${Number(hunk.newStart)}`, ...lines];
  });
}

function askedChange({ name, input }: ToolUseBlock): string[] {
  const lines = (field: string, mark: string) => {
    const value = input[field];
    return typeof value !== 'string' || value === ''
      ? []
      : value
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => `${mark} ${line}`);
  };
  return name === 'Edit' ? [...lines('old_string', '-'), ...lines('new_string', '+')] : lines('content', '+');
}
