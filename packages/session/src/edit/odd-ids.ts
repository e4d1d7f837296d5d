import type { Entry } from '../entry/entry.js';
import type { Node } from '../graph/node.js';
import { isObject } from '../line/json.js';
import { isUuid } from '../locate/session-id.js';
import type { PlanDraft } from './plan.js';

/**
 * Ids that are no UUIDs cannot be replaced in bytes, for they may be any word. Such files, written by hand or by other
 * tools, are rewritten entry by entry: a string that is an old id becomes the new one.
 */
export function renameOddIds(plan: PlanDraft, nodes: readonly Node[], newUuid: () => string): void {
  const odd = new Map<string, string>();
  for (const { uuid } of nodes) if (uuid !== undefined && !isUuid(uuid)) odd.set(uuid, odd.get(uuid) ?? newUuid());
  if (odd.size === 0) return;
  plan.finish = (entry) => renamed(entry, odd) as Entry;
}

function renamed(value: unknown, odd: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return odd.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => renamed(each, odd));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, isContent(key) ? each : renamed(each, odd)]),
  );
}

/** What was said stays as it was said. */
function isContent(key: string): boolean {
  return key === 'content' || key === 'toolUseResult';
}
