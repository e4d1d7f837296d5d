import { type JsonObject, textOf } from '@unspool/session';
import type { ToolUseBlock } from '@unspool/session/read';
import { type ToolView, toolNamed } from '@unspool/session/tools';
import type { ToolResult } from '../../tools/tool.js';
import { harmless, harmlessLine } from '../screen/harmless.js';
import { fold, wrap } from '../screen/lines.js';
import type { Paint } from '../screen/paint.js';
import { changeLines } from './change-lines.js';

const MAX_LINES = 5;
/** Only the start of a long output is examined. */
const MAX_CHARACTERS = 20_000;
const MAX_WHOLE_LINES = 5000;

/** A call's output as the model received it. */
export function wholeResultLines(result: ToolResult, width: number, paint: Paint): string[] {
  const text = harmless(wordsOf(result)).trimEnd();
  const more = (count: number) => paint.dim(`… ${count} more lines`);
  return fold(wrap(text, Math.max(1, width)), MAX_WHOLE_LINES, more).map(paint.dim);
}

/** A call's result in a few lines. */
export function resultLines(call: ToolUseBlock, result: ToolResult, width: number, paint: Paint): string[] {
  const room = Math.max(1, width);
  const text = harmless(
    wordsOf(result)
      .slice(0, MAX_CHARACTERS)
      .replace(/<\/?(?:system-reminder|error)>/g, ''),
  ).trimEnd();
  const more = (count: number) => paint.dim(`… ${count} more lines`);
  if (result.isError) {
    const words = text.replace(/<\/?tool_use_error>/g, '');
    return fold(wrap(words || 'failed', room), MAX_LINES, more).map(paint.bad);
  }
  const { view } = toolNamed(call.name);
  if (view === 'diff') {
    const changed = changeLines(call, result.toolUseResult, room, paint);
    if (changed.length > 0) return changed;
  }
  const summary = summaryOf(view, result.toolUseResult);
  if (summary !== undefined) return wrap(summary, room).map(paint.dim);
  if (text === '') return [paint.dim('(no output)')];
  return fold(wrap(text, room), MAX_LINES, more).map(paint.dim);
}

function wordsOf({ content }: ToolResult): string {
  return typeof content === 'string' ? content : textOf(content);
}

/** For tools whose answer is meant for the model rather than the user. */
function summaryOf(view: ToolView, noted: ToolResult['toolUseResult']): string | undefined {
  if (typeof noted !== 'object' || noted === null || Array.isArray(noted)) return undefined;
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  if (view === 'file') {
    const file = noted['file'] as JsonObject | undefined;
    const lines = number(file?.['numLines']);
    return lines === undefined ? `read ${harmlessLine(String(noted['type'] ?? 'it'))}` : counted(lines, 'line');
  }
  if (view === 'plan') return 'approved';
  if (view === 'question') {
    const answers = Object.entries((noted['answers'] ?? {}) as JsonObject);
    return answers.map(([question, answer]) => harmlessLine(`${question} ${String(answer)}`)).join(' · ');
  }
  if (view === 'matches') {
    const matches = number(noted['numLines']) ?? number(noted['numMatches']);
    return noted['mode'] === 'content' && matches !== undefined
      ? counted(matches, 'line')
      : files(number(noted['numFiles']));
  }
  return undefined;
}

function files(count: number | undefined): string | undefined {
  return count === undefined ? undefined : counted(count, 'file');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
