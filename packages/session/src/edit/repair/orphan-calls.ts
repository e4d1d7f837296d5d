import type { Block } from '../../format/block.js';
import type { OtherEntry } from '../../format/entry.js';
import type { UserEntry } from '../../format/schema.js';
import type { Node } from '../../model/node.js';
import { append } from '../../resume/append.js';
import { INTERRUPTED_CALL } from '../../resume/clean.js';
import type { RepairDraft } from './repair-draft.js';

/**
 * Answers tool calls without a result. Older clients send them and the API refuses; newer ones drop the line with any
 * text on it. The answer, right after the call, is the one the client itself gives to an interrupted call.
 */
export function answerOrphanCalls(draft: RepairDraft): void {
  const nodes = draft.nodes();
  const answered = new Set(draft.survey.answeredInReplies);
  for (const node of nodes) for (const result of node.user?.results ?? []) answered.add(result.tool_use_id);
  const open = nodes.filter(
    (node) => !node.isSidechain && node.place.isWhole && node.reply?.uses.some((use) => !answered.has(use.id)),
  );
  if (open.length === 0) return;
  const children = childrenOf(nodes, open);
  for (const node of open) {
    const uses = node.reply?.uses.filter((use) => !answered.has(use.id)) ?? [];
    if (node.uuid === undefined || uses.length === 0) continue;
    const { line, byte } = node.place;
    const what = `${uses.map((use) => use.name || 'a tool').join(', ')} has no result`;
    const repair = 'answer it with an error saying that the call was interrupted';
    draft.propose({ kind: 'tool-use', line, byte, what, repair }, () => {
      const ids = uses.map((use) => use.id);
      const answer = answerTo(draft, node, ids);
      draft.plan.inserts.set(node.index + 1, [answer, ...(draft.plan.inserts.get(node.index + 1) ?? [])]);
      for (const child of children.get(node.uuid ?? '') ?? []) {
        draft.plan.parents.set(child.index, answer.uuid ?? null);
      }
      for (const id of ids) answered.add(id);
    });
  }
}

function childrenOf(nodes: readonly Node[], open: readonly Node[]): Map<string, Node[]> {
  const uuids = new Set(open.map((node) => node.uuid));
  const children = new Map<string, Node[]>();
  for (const node of nodes) {
    if (node.parentUuid === node.uuid) continue;
    if (typeof node.parentUuid === 'string' && uuids.has(node.parentUuid)) append(children, node.parentUuid, node);
  }
  return children;
}

const KEPT_FIELDS = ['userType', 'cwd', 'sessionId', 'version', 'gitBranch', 'slug', 'entrypoint', 'timestamp'];

function answerTo(draft: RepairDraft, node: Node, ids: readonly string[]): UserEntry {
  const call = draft.read(node) as OtherEntry;
  const kept = Object.fromEntries(KEPT_FIELDS.filter((key) => key in call).map((key) => [key, call[key]]));
  const content = ids.map((id): Block => {
    return { type: 'tool_result', content: INTERRUPTED_CALL, is_error: true, tool_use_id: id };
  });
  return {
    parentUuid: node.uuid ?? null,
    isSidechain: false,
    ...kept,
    type: 'user',
    message: { role: 'user', content },
    uuid: draft.options.newUuid(),
    toolUseResult: INTERRUPTED_CALL,
    ...(node.uuid !== undefined && { sourceToolAssistantUUID: node.uuid }),
  };
}
