import { isObject } from '@unspool/session/read';
import { maskedLine } from '../texts.js';
import type { ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';
import { textField } from './field.js';

const MAX_ITEMS = 300;

/** A checklist, with what this call changed. */
export function checklistBody({ content, style }: BodyParts): ToolBody | undefined {
  const { input, noted } = content;
  const now = todosOf(input['todos']);
  if (!now) return undefined;
  const old = todosOf(noted['oldTodos']);
  const before = new Map(old?.map(({ text, status }) => [text, status]));
  const still = new Set(now.map(({ text }) => text));
  return {
    view: 'checklist',
    items: now.map(({ text, status }) => ({
      text: maskedLine(text, style),
      status,
      change: !old || before.get(text) === status ? null : before.has(text) ? 'changed' : 'new',
    })),
    dropped: [...before.keys()].filter((text) => !still.has(text)).map((text) => maskedLine(text, style)),
  };
}

function todosOf(list: unknown): { text: string; status: string }[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list
    .slice(0, MAX_ITEMS)
    .filter(isObject)
    .map((todo) => ({ text: textField(todo, 'content'), status: textField(todo, 'status') }));
}
