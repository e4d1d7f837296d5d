import type { JsonObject } from '@unspool/session';
import { harmlessLine } from '../screen/harmless.js';
import type { Paint } from '../screen/paint.js';

export interface Todo {
  content: string;
  activeForm: string;
  status: 'pending' | 'in_progress' | 'completed';
}

const MAX_LINES = 8;

export function todosIn(input: JsonObject): Todo[] {
  const { todos } = input;
  if (!Array.isArray(todos)) return [];
  return todos.flatMap((each: unknown): Todo[] => {
    if (typeof each !== 'object' || each === null) return [];
    const { content, activeForm, status } = each as { [field: string]: unknown };
    const words = harmlessLine(String(content ?? ''));
    const known = status === 'completed' || status === 'in_progress' ? status : 'pending';
    return [{ content: words, activeForm: harmlessLine(String(activeForm ?? words)), status: known }];
  });
}

/** The task list; finished tasks are folded when the list is long. */
export function todoLines(todos: readonly Todo[], paint: Paint): string[] {
  const line = ({ content, status }: Todo) => {
    if (status === 'completed') return paint.dim(`✔ ${paint.strike(content)}`);
    return status === 'in_progress' ? paint.accent(`▸ ${paint.bold(content)}`) : `☐ ${content}`;
  };
  if (todos.length <= MAX_LINES) return todos.map(line);
  const done = todos.filter(({ status }) => status === 'completed');
  const open = todos.filter(({ status }) => status !== 'completed');
  const head = done.length > 0 ? [paint.dim(`✔ ${done.length} done`)] : [];
  const rest = open.length - (MAX_LINES - 2);
  return [...head, ...open.slice(0, MAX_LINES - 2).map(line), ...(rest > 0 ? [paint.dim(`☐ ${rest} more`)] : [])];
}
