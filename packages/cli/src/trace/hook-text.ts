import { EVENTS, hookFor, OURS, type OurHook } from './hook-settings.js';
import { addTo, type Edit, edited, insteadOf, type Style, styleOf, takeOut } from './settings/json-edit.js';
import {
  childrenOf,
  type JsonPlace,
  type ListPlace,
  memberOf,
  type ObjectPlace,
  placesIn,
} from './settings/json-places.js';

/** Adds our hooks to settings and changes nothing else. The settings must not have them yet. */
export function textWithHooks(text: string, hook: OurHook): string {
  const groups = Object.fromEntries(EVENTS.map((event) => [event, [groupFor(event, hook)]]));
  if (text.trim() === '') return `${JSON.stringify({ hooks: groups }, null, 2)}\n`;
  const root = placesIn(text);
  const style = styleOf(text, root);
  const hooks = memberOf(root, 'hooks');
  if (root.kind !== 'object') throw new Error('settings are an object');
  if (!hooks) return edited(text, [addTo(text, root, { key: 'hooks', value: groups }, style)]);
  if (hooks.kind !== 'object' || hooks.members.length === 0)
    return edited(text, [insteadOf(text, hooks, groups, style)]);
  return EVENTS.reduce((before, event) => withEvent(before, event, hook, style), text);
}

/** Adds one hook. The places are found anew for each, since the text has changed. */
function withEvent(text: string, event: string, hook: OurHook, style: Style): string {
  const hooks = memberOf(placesIn(text), 'hooks');
  const list = memberOf(hooks, event);
  const group = groupFor(event, hook);
  if (list?.kind === 'list') return edited(text, [addTo(text, list, { value: group }, style)]);
  if (hooks?.kind !== 'object') throw new Error('hooks are an object');
  return edited(text, [addTo(text, hooks, { key: event, value: [group] }, style)]);
}

function groupFor(event: string, hook: OurHook): object {
  return { hooks: [hookFor(event, hook)] };
}

export interface Taken {
  /** The settings before our hooks were added: what was empty then is kept. */
  before?: string | undefined;
  /** Only the hooks of this event. */
  only?: string;
}

/** Removes our hooks from settings, with what becomes empty by that. */
export function textWithoutHooks(text: string, { before = '', only }: Taken = {}): string {
  const existing = before.trim() === '' ? undefined : memberOf(placesIn(before), 'hooks');
  for (let result = text; ; ) {
    const edit = nextEdit(result, existing, only);
    if (!edit) return result;
    result = edited(result, [edit]);
  }
}

/** The first hook of ours, with what would become empty without it. */
function nextEdit(text: string, existing: JsonPlace | undefined, only: string | undefined): Edit | undefined {
  const root = placesIn(text);
  if (root.kind !== 'object') return undefined;
  for (const [at, { key, value }] of root.members.entries()) {
    const edit = key === 'hooks' && value.kind === 'object' ? editIn(text, value, { existing, only }) : undefined;
    if (edit) return edit === 'all' ? takeOut(root, at) : edit;
  }
  return undefined;
}

/** `all`: nothing is left, and there were no hooks before. */
function editIn(
  text: string,
  hooks: ObjectPlace,
  { existing, only }: { existing: JsonPlace | undefined; only: string | undefined },
): Edit | 'all' | undefined {
  for (const [at, { key: event, value }] of hooks.members.entries()) {
    if (only !== undefined && event !== only) continue;
    const found = value.kind === 'list' ? oursIn(text, value) : undefined;
    if (!found) continue;
    if (!found.isLast || memberOf(existing, event)?.kind === 'list') return found.edit;
    return hooks.members.length === 1 && existing === undefined ? 'all' : takeOut(hooks, at);
  }
  return undefined;
}

/** `isLast`: nothing is left in the list without it. */
function oursIn(text: string, list: ListPlace): { edit: Edit; isLast: boolean } | undefined {
  for (const [at, group] of list.items.entries()) {
    const hooks = memberOf(group, 'hooks');
    if (hooks?.kind !== 'list') continue;
    const where = hooks.items.findIndex((hook) => isOurs(text, hook));
    if (where < 0) continue;
    if (hooks.items.length > 1) return { edit: takeOut(hooks, where), isLast: false };
    return { edit: takeOut(list, at), isLast: childrenOf(list).length === 1 };
  }
  return undefined;
}

function isOurs(text: string, hook: JsonPlace): boolean {
  const command = memberOf(hook, 'command');
  return command?.kind === 'scalar' && OURS.test(text.slice(command.from, command.to));
}
