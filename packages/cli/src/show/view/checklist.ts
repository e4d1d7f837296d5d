import { isObject } from '@unspool/session/read';
import type { Page } from '../../terminal/page.js';
import { safeLine } from '../../terminal/safe.js';
import { wrap } from '../../terminal/wrap.js';
import type { CallDetails } from '../call-details.js';
import type { Place } from '../place.js';
import { printOutput } from './output.js';

export function printChecklist(details: CallDetails, page: Page, place: Place): void {
  const { todos } = details.input;
  if (!Array.isArray(todos) || details.call.result?.isError) {
    printOutput(details, page, place);
    return;
  }
  const { paint } = page;
  for (const todo of todos.slice(0, place.detail.maxLines)) {
    if (!isObject(todo)) continue;
    const text = safeLine(String(todo['content'] ?? ''));
    if (todo['status'] === 'completed') page.lines(wrap(`[x] ${text}`, page.columns, paint.dim));
    else if (todo['status'] === 'in_progress') page.lines(wrap(`[>] ${text}`, page.columns, paint.bold));
    else page.lines(wrap(`[ ] ${text}`, page.columns));
  }
}
