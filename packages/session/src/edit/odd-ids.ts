import type { Entry } from '../format/entry.js';
import { isUuid } from '../locate/session-id.js';
import type { Session } from '../model/session.js';
import { isObject } from '../read/json.js';
import type { JsonObject } from '../read/line.js';
import type { IdMap } from './id-map.js';
import type { PlanDraft } from './plan.js';

/**
 * Renames ids that are not UUIDs. They cannot be replaced in bytes, because they could be any word. Files that have
 * them, written by hand or by other tools, are rewritten entry by entry: only members that contain ids are renamed.
 */
export function renameOddIds(plan: PlanDraft, { nodes }: Session, ids: IdMap): void {
  const lines = new Map<string, string>();
  for (const { uuid } of nodes) {
    if (uuid !== undefined && !isUuid(uuid)) lines.set(uuid, lines.get(uuid) ?? ids.newUuid());
  }
  const sessions = ids.odd;
  if (lines.size === 0 && sessions.size === 0) return;
  plan.finish = (entry) => renamed(entry, { lines, sessions }) as Entry;
}

/** New ids by old ones. */
interface OddIds {
  lines: ReadonlyMap<string, string>;
  sessions: ReadonlyMap<string, string>;
}

/** Returns the value itself if nothing in it is renamed. */
function renamed(value: unknown, odd: OddIds): unknown {
  if (Array.isArray(value)) {
    const list = value.map((each) => renamed(each, odd));
    return list.some((each, at) => each !== value[at]) ? list : value;
  }
  if (!isObject(value)) return value;
  let copy: JsonObject | undefined;
  for (const [key, each] of Object.entries(value)) {
    const fresh = renamedMember(key, each, odd);
    if (fresh === each) continue;
    copy ??= { ...value };
    copy[key] = fresh;
  }
  return copy ?? value;
}

function renamedMember(key: string, value: unknown, odd: OddIds): unknown {
  if (isContent(key)) return value;
  if (isReference(key)) return renamedId(value, odd);
  if (isSessionId(key) && typeof value === 'string') return odd.sessions.get(value) ?? value;
  return renamed(value, odd);
}

/**
 * True for `parentUuid`, `sourceToolAssistantUUID`, and `uuids` of preserved lines. Any other string could be the same
 * word by chance.
 */
function isReference(key: string): boolean {
  return /uuids?$/i.test(key) || key === 'messageId';
}

function isSessionId(key: string): boolean {
  return key === 'sessionId' || key === 'session_id';
}

function renamedId(value: unknown, odd: OddIds): unknown {
  if (typeof value === 'string') return odd.lines.get(value) ?? value;
  if (!Array.isArray(value)) return renamed(value, odd);
  const list = value.map((each) => renamedId(each, odd));
  return list.some((each, at) => each !== value[at]) ? list : value;
}

/** Message content is never renamed. */
function isContent(key: string): boolean {
  return key === 'content' || key === 'toolUseResult';
}
