import type { Entry, OtherEntry } from '../format/entry.js';
import type { CompactMetadata } from '../format/schema.js';
import type { Node } from '../model/node.js';
import { isObject } from '../read/json.js';
import type { EditPlan } from './plan.js';

/** Finds the lines that take the place of dropped ones. */
export class Remains {
  private readonly byUuid: ReadonlyMap<string, Node>;
  private readonly plan: EditPlan;
  private readonly known = new Map<string, string | null>();

  constructor(nodes: readonly Node[], plan: EditPlan) {
    this.plan = plan;
    this.byUuid = indexDropped(nodes, plan);
  }

  isDropped(uuid: string): boolean {
    return this.byUuid.has(uuid);
  }

  /** Whether a kept line refers to a dropped one, as far as its node records. */
  isReferredBy({ parentUuid, extra }: Node): boolean {
    if (this.byUuid.size === 0) return false;
    if (typeof parentUuid === 'string' && this.byUuid.has(parentUuid)) return true;
    return [extra?.logicalParentUuid, extra?.leafUuid].some((uuid) => uuid !== undefined && this.byUuid.has(uuid));
  }

  of(uuid: string): string | null {
    const passed = new Set<string>();
    let at: string | null = uuid;
    while (at !== null && this.isDropped(at) && !passed.has(at)) {
      const found = this.known.get(at);
      if (found !== undefined) {
        at = found;
        break;
      }
      passed.add(at);
      at = this.parentOf(at);
    }
    const result = at !== null && this.isDropped(at) ? null : at;
    for (const each of passed) this.known.set(each, result);
    return result;
  }

  private parentOf(uuid: string): string | null {
    const node = this.byUuid.get(uuid);
    const own = node && this.plan.parents.get(node.index);
    if (own !== undefined) return own;
    return node?.parentUuid ?? node?.extra?.logicalParentUuid ?? null;
  }
}

/** Indexes the dropped lines by uuid, except uuids that a kept line also has: then references mean the kept line. */
function indexDropped(nodes: readonly Node[], plan: EditPlan): Map<string, Node> {
  const byUuid = new Map<string, Node>();
  if (plan.drops.size === 0) return byUuid;
  const kept: Node[] = [];
  for (const node of nodes) {
    const uuid = uuidAfter(node, plan);
    if (!plan.drops.has(node.index)) kept.push(node);
    else if (uuid !== undefined) byUuid.set(uuid, node);
  }
  for (const node of kept) byUuid.delete(uuidAfter(node, plan) ?? '');
  return byUuid;
}

export function uuidAfter(node: Node, plan: EditPlan): string | undefined {
  return plan.uuids.get(node.index) ?? node.uuid;
}

/** Returns the parent of a kept line after the edit; undefined if it has no such member and needs none. */
export function parentAfter(node: Node, remains: Remains, plan: EditPlan): string | null | undefined {
  const own = plan.parents.get(node.index);
  const parent = own === undefined ? node.parentUuid : own;
  return typeof parent === 'string' && remains.isDropped(parent) ? remains.of(parent) : parent;
}

const REFERENCES = ['parentUuid', 'logicalParentUuid', 'sourceToolAssistantUUID', 'leafUuid'];

/** Whether a member is the line's own uuid or names another line. */
export function isReference(name: string): boolean {
  return name === 'uuid' || REFERENCES.includes(name);
}

/** Repairs the references of an entry, including those that are not in its node. */
export function withNewReferences(entry: Entry, node: Node, remains: Remains, plan: EditPlan): Entry {
  let updated = entry as OtherEntry;
  const parentUuid = parentAfter(node, remains, plan);
  if (parentUuid !== undefined && parentUuid !== node.parentUuid) updated = { ...updated, parentUuid };
  const uuid = plan.uuids.get(node.index);
  if (uuid !== undefined) updated = { ...updated, uuid };
  for (const name of REFERENCES) {
    const named = updated[name];
    if (typeof named === 'string' && remains.isDropped(named)) updated = { ...updated, [name]: remains.of(named) };
  }
  const { compactMetadata } = updated;
  if (isObject(compactMetadata)) {
    const kept = updatePreserved(compactMetadata, remains);
    if (kept !== compactMetadata) updated = { ...updated, compactMetadata: kept };
  }
  return updated as Entry;
}

/** Whether the edit drops lines that a compaction preserved. */
export function touchesPreserved({ extra }: Pick<Node, 'extra'>, remains: Remains): boolean {
  const metadata = extra?.compactMetadata;
  return metadata !== undefined && updatePreserved(metadata, remains) !== metadata;
}

/** The client accepts all preserved lines or none, so the list must name only existing lines. */
function updatePreserved(metadata: CompactMetadata, remains: Remains): CompactMetadata {
  let updated = metadata;
  const uuids = metadata.preservedMessages?.uuids;
  if (Array.isArray(uuids) && uuids.some((uuid) => remains.isDropped(uuid))) {
    const kept = uuids.filter((uuid) => !remains.isDropped(uuid));
    updated = { ...updated, preservedMessages: { ...metadata.preservedMessages, uuids: kept } };
  }
  const segment = metadata.preservedSegment;
  if (!segment) return updated;
  const ends = [segment.headUuid, segment.tailUuid];
  if (!ends.some((uuid) => uuid !== undefined && remains.isDropped(uuid))) return updated;
  const { preservedSegment: _, ...rest } = updated;
  const named = Array.isArray(uuids) ? uuids.filter((uuid) => !remains.isDropped(uuid)) : [];
  const [head] = named;
  const tail = named.at(-1);
  if (head === undefined || tail === undefined) return rest;
  return { ...rest, preservedSegment: { ...segment, headUuid: head, tailUuid: tail } };
}
