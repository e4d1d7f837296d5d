import type { Entry, OtherEntry } from '../format/entry.js';
import type { CompactMetadata } from '../format/schema.js';
import type { Node } from '../graph/node.js';
import { isObject } from '../line/json.js';
import type { EditPlan } from './plan.js';

/** What an edit leaves of the lines that references name. */
export interface Lineage {
  isDropped(uuid: string): boolean;
  /** The nearest line above that stays; the uuid itself when it stays or was never in the file. */
  of(uuid: string): string | null;
}

/** Finds, for lines that an edit drops, what stands in their place. */
export class Remains implements Lineage {
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

  /** Whether a kept line refers to a dropped one, as far as its node knows. */
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

/** The dropped lines by their uuid. Where one that stays has the same, what refers to them refers to that one. */
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

/** The parent that a kept line has after the edit: undefined when it has no such field and needs none. */
export function parentAfter(node: Node, remains: Remains, plan: EditPlan): string | null | undefined {
  const own = plan.parents.get(node.index);
  const parent = own === undefined ? node.parentUuid : own;
  return typeof parent === 'string' && remains.isDropped(parent) ? remains.of(parent) : parent;
}

/** A reference that has to change: the field as it is on the line, and what it becomes. */
export interface FieldPatch {
  field: 'uuid' | 'parentUuid' | 'logicalParentUuid' | 'sourceToolAssistantUUID' | 'leafUuid';
  from: string | null;
  to: string | null;
}

const FIELDS = ['parentUuid', 'logicalParentUuid', 'sourceToolAssistantUUID', 'leafUuid'] as const;

/** The references of a kept line that point at dropped ones, from what its node knows. */
export function patchesFor(node: Node, remains: Remains, plan: EditPlan): FieldPatch[] {
  const patches: FieldPatch[] = [];
  const uuid = plan.uuids.get(node.index);
  if (uuid !== undefined && node.uuid !== undefined) patches.push({ field: 'uuid', from: node.uuid, to: uuid });
  const parent = parentAfter(node, remains, plan);
  if (parent !== undefined && parent !== node.parentUuid) {
    patches.push({ field: 'parentUuid', from: node.parentUuid ?? null, to: parent });
  }
  for (const field of ['logicalParentUuid', 'leafUuid'] as const) {
    const uuid = node.extra?.[field];
    if (uuid !== undefined && remains.isDropped(uuid)) patches.push({ field, from: uuid, to: remains.of(uuid) });
  }
  return patches;
}

/** Mends the references of an entry in memory, those that a node does not know too. */
export function mend(entry: Entry, { index }: Pick<Node, 'index'>, remains: Lineage, plan: EditPlan): Entry {
  let mended = entry as OtherEntry;
  const own = plan.parents.get(index);
  if (own !== undefined) mended = { ...mended, parentUuid: own };
  const uuid = plan.uuids.get(index);
  if (uuid !== undefined) mended = { ...mended, uuid };
  for (const field of FIELDS) {
    const uuid = mended[field];
    if (typeof uuid === 'string' && remains.isDropped(uuid)) mended = { ...mended, [field]: remains.of(uuid) };
  }
  const { compactMetadata } = mended;
  if (isObject(compactMetadata)) {
    const kept = mendPreserved(compactMetadata, remains);
    if (kept !== compactMetadata) mended = { ...mended, compactMetadata: kept };
  }
  return mended as Entry;
}

/** Whether the lines that a compaction preserved are touched. */
export function touchesPreserved({ extra }: Pick<Node, 'extra'>, remains: Lineage): boolean {
  const metadata = extra?.compactMetadata;
  return metadata !== undefined && mendPreserved(metadata, remains) !== metadata;
}

/** The client takes preserved lines all or nothing, so a list must name only lines that are there. */
function mendPreserved(metadata: CompactMetadata, remains: Lineage): CompactMetadata {
  let mended = metadata;
  const uuids = metadata.preservedMessages?.uuids;
  if (Array.isArray(uuids) && uuids.some((uuid) => remains.isDropped(uuid))) {
    const kept = uuids.filter((uuid) => !remains.isDropped(uuid));
    mended = { ...mended, preservedMessages: { ...metadata.preservedMessages, uuids: kept } };
  }
  const segment = metadata.preservedSegment;
  if (!segment) return mended;
  const ends = [segment.headUuid, segment.tailUuid];
  if (!ends.some((uuid) => uuid !== undefined && remains.isDropped(uuid))) return mended;
  const { preservedSegment: _, ...rest } = mended;
  const named = Array.isArray(uuids) ? uuids.filter((uuid) => !remains.isDropped(uuid)) : [];
  const [head] = named;
  const tail = named.at(-1);
  if (head === undefined || tail === undefined) return rest;
  return { ...rest, preservedSegment: { ...segment, headUuid: head, tailUuid: tail } };
}
