import type { Node } from '../../model/node.js';
import { append } from '../../resume/append.js';
import { Groups } from './groups.js';
import { isSpoken, type RepairDraft } from './repair-draft.js';

/**
 * Drops lines that another session wrote into this file. Forks, resumed and moved sessions also have lines with other
 * session ids, and so do lines from before a compaction. So lines count as foreign only if nothing connects their
 * session to this one, they start in the middle of it, and they are fewer.
 */
export function dropForeignLines(draft: RepairDraft): void {
  const { sessionIds, forked } = draft.survey;
  const own = draft.session.sessionId;
  const nodes = draft.nodes();
  if (!hasOthers(nodes, sessionIds, own)) return;
  const groups = groupsOf(nodes, sessionIds);
  const family = groups.of(sessionKey(own));
  const members = new Map<string, Node[]>();
  for (const node of nodes) {
    const group = groupOf(node, sessionIds, groups);
    if (group !== undefined) append(members, group, node);
  }
  const ours = (members.get(family) ?? []).filter(isSpoken);
  for (const [group, lines] of members) {
    if (group === family || !isIntruder(lines, ours, forked)) continue;
    propose(draft, lines, sessionIds);
  }
}

function hasOthers(nodes: readonly Node[], sessionIds: readonly (string | undefined)[], own: string): boolean {
  let hasOwn = false;
  let hasOther = false;
  for (const { index, uuid } of nodes) {
    if (uuid === undefined) continue;
    if (sessionIds[index] === own) hasOwn = true;
    else if (sessionIds[index] !== undefined) hasOther = true;
  }
  return hasOwn && hasOther;
}

function groupsOf(nodes: readonly Node[], sessionIds: readonly (string | undefined)[]): Groups<string> {
  const groups = new Groups<string>();
  const known = new Set<string>();
  for (const { uuid } of nodes) if (uuid !== undefined) known.add(uuid);
  for (const node of nodes) {
    if (node.uuid === undefined) continue;
    for (const tie of tiesOf(node, sessionIds[node.index], known)) groups.join(tie, lineKey(node.uuid));
  }
  return groups;
}

/** Yields what connects a line with other lines of its session. */
function* tiesOf(node: Node, sessionId: string | undefined, known: ReadonlySet<string>): Generator<string> {
  if (sessionId !== undefined) yield sessionKey(sessionId);
  for (const parent of [node.parentUuid, node.extra?.logicalParentUuid]) {
    if (typeof parent === 'string' && known.has(parent)) yield lineKey(parent);
  }
  if (node.reply?.messageId) yield `reply ${node.reply.messageId}`;
  for (const use of node.reply?.uses ?? []) yield `call ${use.id}`;
  for (const result of node.user?.results ?? []) yield `call ${result.tool_use_id}`;
}

function groupOf(node: Node, sessionIds: readonly (string | undefined)[], groups: Groups<string>): string | undefined {
  if (node.uuid !== undefined) return groups.of(lineKey(node.uuid));
  const sessionId = sessionIds[node.index];
  return sessionId === undefined ? undefined : groups.of(sessionKey(sessionId));
}

const lineKey = (uuid: string) => `line ${uuid}`;
const sessionKey = (sessionId: string) => `session ${sessionId}`;

function isIntruder(lines: readonly Node[], ours: readonly Node[], forked: ReadonlySet<number>): boolean {
  const spoken = lines.filter(isSpoken);
  const [first] = spoken;
  const [start] = ours;
  const end = ours.at(-1);
  if (!first || !start || !end) return false;
  if (lines.some((node) => node.subtype === 'compact_boundary' || forked.has(node.index))) return false;
  return start.index < first.index && first.index < end.index && spoken.length < ours.length;
}

function propose(draft: RepairDraft, lines: readonly Node[], sessionIds: readonly (string | undefined)[]): void {
  const [first] = lines;
  const names = [...new Set(lines.map((node) => sessionIds[node.index]))].filter((name) => name !== undefined);
  if (!first || names.length === 0) return;
  const { line, byte } = first.place;
  const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
  const what = `${count} of session ${names.join(', ')}, not connected to this one`;
  draft.propose({ kind: 'foreign', line, byte, what, repair: `leave out ${count}` }, () => {
    for (const node of lines) draft.plan.drops.add(node.index);
  });
}
