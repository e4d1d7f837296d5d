import type { Entry } from '../entry/entry.js';
import type { Node } from '../graph/node.js';
import { isObject } from '../line/json.js';
import { isUuid } from '../locate/session-id.js';
import type { PlanDraft } from './plan.js';

/**
 * Ids that are no UUIDs cannot be replaced in bytes, for they may be any word. Such files, written by hand or by other
 * tools, are rewritten entry by entry: where a field of ours holds an old id, it becomes the new one.
 */
export function renameOddIds(plan: PlanDraft, nodes: readonly Node[], newUuid: () => string): void {
  const odd = new Map<string, string>();
  for (const { uuid } of nodes) if (uuid !== undefined && !isUuid(uuid)) odd.set(uuid, odd.get(uuid) ?? newUuid());
  if (odd.size === 0) return;
  plan.finish = (entry) => renamed(entry, odd) as Entry;
}

function renamed(value: unknown, odd: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, odd));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (isContent(key)) return [key, each];
      return [key, isReference(key) ? renamedId(each, odd) : renamed(each, odd)];
    }),
  );
}

/** `parentUuid`, `sourceToolAssistantUUID`, `uuids` of preserved lines: any other string may be the same word by chance. */
function isReference(key: string): boolean {
  return /uuids?$/i.test(key) || key === 'messageId';
}

function renamedId(value: unknown, odd: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return odd.get(value) ?? value;
  return Array.isArray(value) ? value.map((each) => renamedId(each, odd)) : renamed(value, odd);
}

/** What was said stays as it was said. */
function isContent(key: string): boolean {
  return key === 'content' || key === 'toolUseResult';
}
