import { isUser } from '../../format/entry.js';
import type { Node } from '../../model/node.js';
import { SYNTHETIC } from '../../model/reply.js';
import { wordsOf } from '../../model/words.js';
import { type Chain, chainOf } from '../../resume/chain.js';
import { LineSet } from '../../resume/line-set.js';
import { linesOf } from '../../resume/lines.js';
import type { ResumeLine } from '../../resume/resume-line.js';
import type { RepairDraft } from './repair-draft.js';

/**
 * The client continues from the last line of the file. If that is a local command without a parent, or with an early
 * line as its parent, a resume loses the whole conversation. Such lines are attached to the end of the conversation. A
 * branch on which the user or the model said something is intended and stays.
 */
export function attachToConversation(draft: RepairDraft): void {
  const nodes = draft.nodes();
  const lines = linesOf(nodes);
  const chain = chainOf({ lines, nodes });
  const lost = chain && lostConversation(chain, lines);
  if (!lost) return;
  const own = chain.ancestry.slice(lost.fork ? chain.ancestry.indexOf(lost.fork) + 1 : 0);
  const [first] = own;
  const { uuid } = lost.leaf.node;
  if (!first || uuid === undefined || !own.every(({ node }) => isAside(node))) return;
  if (own.some(({ node }) => clearsContext(node, draft))) return;
  const { line, byte } = first.node.place;
  const replies = lost.replies === 1 ? '1 line of replies' : `${lost.replies} lines of replies`;
  const finding = {
    kind: 'branch',
    line,
    byte,
    what: `a resume continues from here, where neither the user nor the model wrote anything, and loses ${replies}`,
    repair: `attach it to the end of the conversation, line ${lost.leaf.node.place.line}`,
  } as const;
  draft.propose(finding, () => draft.plan.parents.set(first.node.index, uuid));
}

interface Lost {
  leaf: ResumeLine;
  /** Where it leaves the resumed conversation; undefined if it has another root. */
  fork: ResumeLine | undefined;
  replies: number;
}

/** The newest branch with replies that a resume does not include. */
function lostConversation(chain: Chain, lines: readonly ResumeLine[]): Lost | undefined {
  const taken = new LineSet(lines);
  for (const line of chain.ancestry) taken.add(line);
  for (const line of chain.lines) taken.add(line);
  const parents = new LineSet(lines);
  for (const { parent } of lines) if (parent) parents.add(parent);
  const leaves = lines
    .filter((line) => !line.node.isSidechain && !parents.has(line) && !taken.has(line))
    .sort((a, b) => b.mainOrder - a.mainOrder);
  // Lines of branches without replies, and where those branch off.
  const forks = new Map<ResumeLine, ResumeLine | undefined>();
  for (const leaf of leaves) {
    const passed = new Set<ResumeLine>();
    let at: ResumeLine | null = leaf;
    for (; at && !taken.has(at) && !forks.has(at) && !passed.has(at); at = at.parent) passed.add(at);
    const fork = at && taken.has(at) ? at : at ? forks.get(at) : undefined;
    const replies = [...passed].filter((line) => isReply(line.node)).length;
    if (replies > 0) return { leaf, fork, replies };
    for (const line of passed) forks.set(line, fork);
  }
  return undefined;
}

function isReply(node: Node): boolean {
  return node.reply !== undefined && node.reply.model !== SYNTHETIC && !node.isSidechain;
}

const ASIDE_WORDS: ReadonlySet<string> = new Set([
  'injected',
  'command',
  'command_output',
  'bash',
  'bash_output',
  'interruption',
]);

function isAside(node: Node): boolean {
  if (node.type === 'system') return node.subtype !== 'compact_boundary';
  if (node.type === 'attachment') return node.subtype !== 'queued_command';
  if (node.reply) return !isReply(node);
  return ASIDE_WORDS.has(node.user?.words ?? '');
}

/** Whether the user meant to start over after this command. */
function clearsContext(node: Node, draft: RepairDraft): boolean {
  if (node.user?.words !== 'command') return false;
  const entry = draft.session.read(node);
  return isUser(entry) && /^\/?(clear|reset|new)$/.test(wordsOf(entry).command?.name ?? '');
}
