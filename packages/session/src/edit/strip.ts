import type { AssistantEntry } from '../entry/assistant.js';
import { type Block, isThinking, isToolResult, isToolUse, type ToolResultBlock } from '../entry/block.js';
import { type Entry, isAssistant, isUser } from '../entry/entry.js';
import type { UserEntry } from '../entry/user.js';
import type { Node } from '../graph/node.js';
import type { Session } from '../graph/session.js';
import type { Turn } from '../turn/turn.js';
import type { Turns } from '../turn/turns.js';
import { closePlan } from './closure.js';
import { addChange, draftPlan, type EditPlan, type PlanDraft } from './plan.js';
import { sizeOfBlock, withoutImages, withShortResult } from './shorten.js';

export interface StripOptions {
  /** Remove calls with their results. */
  tools?: boolean;
  /** `hollow`: only blocks without a signature, which the API refuses. */
  thinking?: 'all' | 'hollow';
  images?: boolean;
  /** Replace what tools gave back by a note; the pairs stay. */
  results?: boolean;
  /** Context the client put in; prompts that were queued are a person's words and stay. */
  attachments?: boolean;
  /** Cut results to so many characters. */
  truncate?: number;
  /** Leave the last turns as they are. */
  keepLast?: number;
  /** Only turns that started before this time (milliseconds). */
  olderThan?: number;
  /** Only calls and results of these tools. */
  toolNames?: ReadonlySet<string>;
  /** Only blocks of more characters. */
  largerThan?: number;
}

/** What the presets mean; the command line and the docs show the same. */
export const stripPresets: Record<'gentle' | 'standard' | 'hard', StripOptions> = {
  gentle: { thinking: 'hollow', truncate: 4000, keepLast: 5 },
  standard: { thinking: 'all', images: true, attachments: true, truncate: 1000, keepLast: 3 },
  hard: { tools: true, thinking: 'all', images: true, attachments: true, keepLast: 1 },
};

/** Takes weight out of a session. `entries` are those of the session, in file order. */
export function planStrip(
  session: Session,
  turns: Turns,
  entries: Iterable<[Node, Entry]>,
  options: StripOptions,
): EditPlan {
  const plan = draftPlan(describeStrip(options));
  const inScope = scopeOf(turns, options);
  const names = new Map([...turns.pairing.calls].map(([id, call]) => [id, call.name]));
  const sizes = new Map<string, number>();
  for (const [node, entry] of entries) {
    if (!inScope.has(node.index)) continue;
    if (isAssistant(entry)) stripReply(plan, node, entry, options, sizes);
    else if (isUser(entry)) stripWords(plan, node, entry, options, names, sizes);
    else if (options.attachments && node.type === 'attachment' && node.subtype !== 'queued_command') {
      plan.drops.add(node.index);
    }
  }
  const calls = options.tools ? callsToRemove(sizes, names, options) : new Set<string>();
  return closePlan(plan, session.nodes, calls);
}

/** In words, what is taken out and what is left alone. */
export function describeStrip(options: StripOptions): string {
  const parts = [
    options.tools && 'tool calls',
    options.thinking === 'all' && 'thinking',
    options.thinking === 'hollow' && 'thinking without a signature',
    options.images && 'images',
    options.results && 'tool results',
    options.attachments && 'attachments',
    options.truncate !== undefined && !options.results && `tool results over ${options.truncate} characters`,
  ].filter(Boolean);
  const tools = options.toolNames ? ` of ${[...options.toolNames].join(', ')}` : '';
  const large = options.largerThan ? `, only what is over ${options.largerThan} characters` : '';
  const kept = options.keepLast ? `, the last ${options.keepLast} turns left alone` : '';
  return `strip ${parts.join(', ')}${tools}${large}${kept}`;
}

function scopeOf(turns: Turns, options: StripOptions): Set<number> {
  const last = turns.turns.length - (options.keepLast ?? 0);
  const isOld = (turn: Turn) => options.olderThan === undefined || turn.startedAt < options.olderThan;
  const scope = new Set<number>();
  const touched = turns.turns.filter((turn) => turn.number <= last && isOld(turn));
  for (const node of turns.preamble) if (touched.length > 0) scope.add(node.index);
  for (const turn of touched) for (const node of turn.nodes) scope.add(node.index);
  return scope;
}

function stripReply(
  plan: PlanDraft,
  node: Node,
  entry: AssistantEntry,
  options: StripOptions,
  sizes: Map<string, number>,
): void {
  const { content } = entry.message;
  if (typeof content === 'string') return;
  for (const block of content) if (isToolUse(block)) addSize(sizes, block.id, sizeOfBlock(block));
  const isKept = (block: Block) => !isUnwantedThought(block, options);
  const kept = content.filter(isKept);
  if (kept.length === content.length) return;
  if (kept.length === 0) plan.drops.add(node.index);
  else addChange(plan, node.index, (at) => withBlocks(at, (blocks) => blocks.filter(isKept)));
}

function isUnwantedThought(block: Block, { thinking, largerThan = 0 }: StripOptions): boolean {
  if (thinking === undefined) return false;
  if (thinking === 'hollow') return isThinking(block) && !block.signature;
  return (block.type === 'thinking' || block.type === 'redacted_thinking') && sizeOfBlock(block) > largerThan - 1;
}

function stripWords(
  plan: PlanDraft,
  node: Node,
  entry: UserEntry,
  options: StripOptions,
  names: ReadonlyMap<string, string>,
  sizes: Map<string, number>,
): void {
  const { content } = entry.message;
  if (typeof content === 'string') return;
  for (const block of content) if (isToolResult(block)) addSize(sizes, block.tool_use_id, sizeOfBlock(block));
  const shorten = (block: Block): Block => {
    const plain = options.images ? withoutImages(block, options.largerThan ?? 0) : block;
    return isToolResult(plain) && isChosen(plain, options, names) ? withShortResult(plain, limitOf(options)) : plain;
  };
  if (content.every((block) => shorten(block) === block)) return;
  addChange(plan, node.index, (at) => {
    // What the client kept for its own display repeats the output, and holds images a second time.
    const { toolUseResult: _, ...rest } = at as UserEntry;
    return withBlocks(rest as UserEntry, (blocks) => blocks.map(shorten));
  });
}

/** Undefined when results are left alone. */
function limitOf(options: StripOptions): number | undefined {
  return options.results ? 0 : options.truncate;
}

function isChosen(block: ToolResultBlock, options: StripOptions, names: ReadonlyMap<string, string>): boolean {
  if (limitOf(options) === undefined) return false;
  const name = names.get(block.tool_use_id) ?? '';
  if (options.toolNames && !options.toolNames.has(name)) return false;
  return sizeOfBlock(block) > (options.largerThan ?? 0);
}

function callsToRemove(
  sizes: ReadonlyMap<string, number>,
  names: ReadonlyMap<string, string>,
  { toolNames, largerThan = 0 }: StripOptions,
): Set<string> {
  const calls = new Set<string>();
  for (const [id, size] of sizes) {
    if (toolNames && !toolNames.has(names.get(id) ?? '')) continue;
    if (size >= largerThan) calls.add(id);
  }
  return calls;
}

function addSize(sizes: Map<string, number>, id: string, size: number): void {
  sizes.set(id, (sizes.get(id) ?? 0) + size);
}

function withBlocks(entry: Entry, change: (blocks: Block[]) => Block[]): Entry {
  if (!isUser(entry) && !isAssistant(entry)) return entry;
  const { content } = entry.message;
  if (typeof content === 'string') return entry;
  return { ...entry, message: { ...entry.message, content: change(content) } } as Entry;
}
