import type { JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import { toolNamed } from '@unspool/session/tools';
import { readCall } from '../../read/call.js';
import type { Conversation } from '../../read/conversation.js';
import { LIMITS } from '../limits.js';
import { cutText, maskedLine } from '../texts.js';
import type { ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';
import { textField } from './field.js';

const MAX_TASKS = 300;

/** A task that was created or changed, or the list of all tasks. */
export function taskBody({ conversation, content, style }: BodyParts): ToolBody | undefined {
  const { call, input, noted } = content;
  if (call.result?.isError) return undefined;
  if (Array.isArray(noted['tasks'])) {
    const tasks = noted['tasks'].slice(0, MAX_TASKS).filter(isObject);
    const items = tasks.map((task) => ({ text: titleOf(task), status: textField(task, 'status'), change: null }));
    return {
      view: 'checklist',
      items: items.map((item) => ({ ...item, text: maskedLine(item.text, style) })),
      dropped: [],
    };
  }
  const id = textField(input, 'taskId') || createdId(noted);
  const isNew = textField(input, 'taskId') === '';
  const subject = textField(input, 'subject') || subjectOf(conversation, id);
  if (subject === '' && id === '') return undefined;
  return {
    view: 'task',
    title: maskedLine(titleOf({ id, subject }), style),
    status: textField(input, 'status') || (isNew ? 'pending' : null),
    isNew,
    text: cutText(textField(input, 'description'), LIMITS.words, `call=${encodeURIComponent(call.id)}&of=task`, style),
  };
}

function titleOf(task: JsonObject): string {
  const id = textField(task, 'id');
  return [id === '' ? '' : `#${id}`, textField(task, 'subject')].filter(Boolean).join(' ').slice(0, LIMITS.note);
}

function createdId({ task }: JsonObject): string {
  return isObject(task) ? textField(task, 'id') : '';
}

/** A later call names a task only by its number. */
function subjectOf(conversation: Conversation, id: string): string {
  for (const call of conversation.turns.pairing.calls.values()) {
    if (toolNamed(call.name).view !== 'task') continue;
    const { input, noted } = readCall(conversation, call);
    if (createdId(noted) === id && id !== '') return textField(input, 'subject');
  }
  return '';
}
