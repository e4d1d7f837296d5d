import type { Node } from '../../model/node.js';
import { append } from '../../resume/append.js';
import type { RepairDraft } from './repair-draft.js';
import type { CopyFacts } from './survey.js';

/**
 * Repairs a uuid that several lines share: the client uses the position of the first and the content of the last, and
 * loses the rest. Drops copies. Lines with other content get a uuid of their own, and keep the lines that followed
 * them.
 */
export function settleDuplicates(draft: RepairDraft): void {
  const groups = repeated(draft);
  if (groups.size === 0) return;
  const children = childrenOf(draft.nodes(), groups);
  for (const [uuid, nodes] of groups) {
    const kept = dropCopies(draft, nodes);
    renameEarlier(draft, kept, children.get(uuid) ?? []);
  }
}

function repeated(draft: RepairDraft): Map<string, Node[]> {
  const groups = new Map<string, Node[]>();
  for (const node of draft.nodes()) {
    if (node.uuid === undefined || !node.place.isWhole || !draft.survey.copies.has(node.index)) continue;
    append(groups, node.uuid, node);
  }
  for (const [uuid, nodes] of groups) if (nodes.length === 1) groups.delete(uuid);
  return groups;
}

function childrenOf(nodes: readonly Node[], groups: ReadonlyMap<string, Node[]>): Map<string, Node[]> {
  const children = new Map<string, Node[]>();
  for (const node of nodes) {
    if (typeof node.parentUuid !== 'string' || !groups.has(node.parentUuid)) continue;
    if (node.parentUuid === node.uuid && groups.get(node.uuid)?.[0] === node) continue;
    append(children, node.parentUuid, node);
  }
  return children;
}

/** Returns the lines that stay. */
function dropCopies(draft: RepairDraft, nodes: readonly Node[]): Node[] {
  const { copies } = draft.survey;
  const same = new Set<string>();
  const kept: Node[] = [];
  for (const node of nodes) {
    const facts = copies.get(node.index);
    const before = kept.at(-1);
    if (!facts) continue;
    const key = `${facts.body} ${node.parentUuid}`;
    if (same.has(key)) {
      proposeDrop(draft, node, 'a copy of an earlier line');
    } else if (before && containsAllOf(facts, copies.get(before.index)) && isSameReply(node, before)) {
      // The client uses the later one, which has at least the same content.
      kept.splice(-1, 1, node);
      proposeDrop(draft, before, 'a later line with its uuid contains all of it');
    } else kept.push(node);
    same.add(key);
  }
  return kept;
}

function proposeDrop(draft: RepairDraft, node: Node, why: string): void {
  const { line, byte } = node.place;
  const what = `uuid ${node.uuid} again: ${why}`;
  draft.propose({ kind: 'duplicate', line, byte, what, repair: 'leave the copy out' }, () => {
    draft.plan.drops.add(node.index);
  });
}

function isSameReply(a: Node, b: Node): boolean {
  return a.type === b.type && a.reply?.messageId === b.reply?.messageId;
}

function containsAllOf(later: CopyFacts, earlier: CopyFacts | undefined): boolean {
  if (!earlier) return false;
  if (later.body === earlier.body) return true;
  const held = new Set(later.blocks);
  return earlier.blocks.length > 0 && earlier.blocks.every((block) => held.has(block));
}

/** The last line keeps the uuid, because all references now lead to it. */
function renameEarlier(draft: RepairDraft, kept: readonly Node[], children: readonly Node[]): void {
  const last = kept.at(-1);
  let next = 0;
  kept.forEach((node, at) => {
    const own: Node[] = [];
    const until = kept[at + 1]?.index ?? Number.POSITIVE_INFINITY;
    for (let child = children[next]; child && child.index < until; child = children[++next]) own.push(child);
    const after = kept[at + 1];
    if (node === last || !after) return;
    const isBeside = node.parentUuid === last?.parentUuid;
    // Lines of one reply follow each other. Otherwise, given the same parent, the later line replaces the earlier one,
    // and what followed continues from what the client shows.
    if (isBeside && node.reply?.messageId && isSameReply(node, after)) proposeRename(draft, node, [after]);
    else proposeRename(draft, node, isBeside ? [] : own);
  });
}

function proposeRename(draft: RepairDraft, node: Node, children: readonly Node[]): void {
  const { line, byte } = node.place;
  const what = `uuid ${node.uuid} is also on another line with other content, which hides this one`;
  const kept = children.length === 0 ? '' : `; ${children.length} lines that followed it stay with it`;
  draft.propose({ kind: 'duplicate', line, byte, what, repair: `give it a uuid of its own${kept}` }, () => {
    const uuid = draft.options.newUuid();
    draft.plan.uuids.set(node.index, uuid);
    for (const child of children) draft.plan.parents.set(child.index, uuid);
  });
}
