import { type Block, isThinking, isToolResult, isToolUse } from '../format/block.js';
import { type Entry, isAssistant, isUser } from '../format/entry.js';
import type { UserEntry } from '../format/schema.js';
import type { Node, ReplyFacts, ToolResultFact, UserFacts } from '../model/node.js';
import type { Session } from '../model/session.js';
import type { Turn } from '../model/turn.js';
import type { Turns } from '../model/turns.js';
import { closePlan } from './closure.js';
import { rangesOf } from './cut.js';
import { keepBranch } from './keep-branch.js';
import { addChange, draftPlan, type EditPlan, isEmptyPlan, type PlanDraft } from './plan.js';
import { isWorthCutting, sizeOfBlock, withoutImages, withShortResult } from './shorten.js';

/** What `planStrip` removes. */
export interface StripOptions {
  /** Remove calls with their results. */
  tools?: boolean;
  /** `hollow`: only blocks without a signature, which the API refuses. */
  thinking?: 'all' | 'hollow';
  images?: boolean;
  /** Replace tool results with a note. Calls and results stay paired. */
  results?: boolean;
  /** Remove context that the client added. Queued prompts are the user's words and stay. */
  attachments?: boolean;
  /** Cut results to this many characters. */
  truncate?: number;
  /** Leave the last turns as they are. */
  keepLast?: number;
  /** Only these turns. */
  turns?: ReadonlySet<number>;
  /** Only turns that started before this time (milliseconds). */
  olderThan?: number;
  /** Only calls and results of these tools. */
  toolNames?: ReadonlySet<string>;
  /** Only these calls and their results, by id. */
  calls?: ReadonlySet<string>;
  /** Only blocks with more characters. */
  largerThan?: number;
}

/** The presets, as the command line and the docs describe them. */
export const stripPresets: Record<'gentle' | 'standard' | 'hard', StripOptions> = {
  gentle: { thinking: 'hollow', truncate: 4000, keepLast: 5 },
  standard: { thinking: 'all', images: true, attachments: true, truncate: 1000, keepLast: 3 },
  hard: { tools: true, thinking: 'all', images: true, attachments: true, keepLast: 1 },
};

/**
 * Plans to make a session smaller by removing tool calls, results, thinking, images or attachments. Reads lines only
 * where the outline does not say enough.
 */
export function planStrip(session: Session, turns: Turns, options: StripOptions): EditPlan {
  const plan = draftPlan(describeStrip(options), 'stripped');
  const names = namesOf(turns, options);
  const shorten = shortenerOf({ options, names });
  const cut = withShortBlocks(shorten);
  const strip: Strip = { plan, options, names, shorten, cut, sizes: new Map(), read: session.read };
  const inScope = scopeOf(turns, options, session.nodes.length);
  for (const node of session.nodes) {
    if (inScope[node.index] !== 1) continue;
    if (node.reply) stripReply(strip, node, node.reply);
    else if (node.user) stripWords(strip, node, node.user);
    else if (options.attachments && node.type === 'attachment' && node.subtype !== 'queued_command') {
      plan.drops.add(node.index);
    }
  }
  const calls = options.tools ? callsToRemove(strip) : new Set<string>();
  // Closing a plan also drops stale lines. That alone does not justify an edit.
  if (isEmptyPlan(plan) && calls.size === 0) return plan;
  return keepBranch(closePlan(plan, session.nodes, calls), session, turns);
}

interface Strip {
  plan: PlanDraft;
  options: StripOptions;
  /** Names of the called tools by call id, when options ask for them. */
  names: ReadonlyMap<string, string>;
  /** Shortens a block of a user line, or returns it unchanged. */
  shorten: (block: Block) => Block;
  /** Shortens all blocks of a user line. One function for all lines: there may be hundreds of thousands. */
  cut: (entry: Entry) => Entry;
  /** Characters of calls and their results by call id, when options ask for them. */
  sizes: Map<string, number>;
  read: Session['read'];
}

function namesOf({ pairing }: Turns, { toolNames }: StripOptions): Map<string, string> {
  return new Map(toolNames ? [...pairing.calls].map(([id, call]) => [id, call.name]) : []);
}

/** Describes what is removed and what is left alone. */
function describeStrip(options: StripOptions): string {
  const parts = [
    options.tools && 'tool calls',
    options.thinking === 'all' && 'thinking',
    options.thinking === 'hollow' && 'thinking without a signature',
    options.images && 'images',
    options.results && 'tool results',
    options.attachments && 'attachments',
    options.truncate !== undefined && !options.results && `tool results over ${options.truncate} characters`,
  ].filter(Boolean);
  const { calls } = options;
  const only = calls ? `, only of ${calls.size === 1 ? 'one call' : `${calls.size} calls`}` : '';
  const tools = options.toolNames ? ` of ${[...options.toolNames].join(', ')}` : '';
  const large = options.largerThan ? `, only what is over ${options.largerThan} characters` : '';
  const kept = options.keepLast
    ? `; keep the last ${options.keepLast === 1 ? 'turn' : `${options.keepLast} turns`} unchanged`
    : '';
  const turns = options.turns
    ? ` in ${options.turns.size === 1 ? 'turn' : 'turns'} ${rangesOf([...options.turns])}`
    : '';
  return `strip ${parts.join(', ')}${tools}${only}${large}${turns}${kept}`;
}

/** Returns 1 for each node that may be changed. */
function scopeOf(turns: Turns, options: StripOptions, nodes: number): Uint8Array {
  const last = turns.turns.length - (options.keepLast ?? 0);
  const isOld = (turn: Turn) => options.olderThan === undefined || turn.startedAt < options.olderThan;
  const scope = new Uint8Array(nodes);
  const isWanted = ({ number }: Turn) => options.turns?.has(number) ?? true;
  const touched = turns.turns.filter((turn) => turn.number <= last && isOld(turn) && isWanted(turn));
  for (const node of turns.preamble) if (touched.length > 0 && !options.turns) scope[node.index] = 1;
  for (const turn of touched) for (const node of turn.nodes) scope[node.index] = 1;
  return scope;
}

function stripReply(strip: Strip, node: Node, facts: ReplyFacts): void {
  const { options, plan } = strip;
  for (const use of facts.uses) addSize(strip, use.id, 0);
  const hasThoughts = facts.thoughts > 0;
  const mustRead = countsSizes(options) ? hasThoughts || facts.uses.length > 0 : options.thinking === 'hollow';
  const content = mustRead && (hasThoughts || options.tools) ? contentOf(strip.read(node)) : undefined;
  for (const block of content ?? []) if (isToolUse(block)) addSize(strip, block.id, sizeOfBlock(block));
  if (options.thinking === undefined || facts.thoughts === 0) return;
  const isKept = (block: Block) => !isUnwantedThought(block, options);
  const gone = content ? content.length - content.filter(isKept).length : facts.thoughts;
  if (gone === 0) return;
  if (gone === facts.blocks) plan.drops.add(node.index);
  else addChange(plan, node.index, withoutThoughts(options));
}

/** Returns the change for replies that also have other content. */
function withoutThoughts(options: StripOptions): (entry: Entry) => Entry {
  return (entry) => withBlocks(entry, (blocks) => blocks.filter((block) => !isUnwantedThought(block, options)));
}

/** Whether the size of a block matters. */
function countsSizes({ largerThan = 0 }: StripOptions): boolean {
  return largerThan > 0;
}

function contentOf(entry: Entry): Block[] {
  if (!isUser(entry) && !isAssistant(entry)) return [];
  const { content } = entry.message;
  return typeof content === 'string' ? [] : content;
}

function isUnwantedThought(block: Block, { thinking, largerThan = 0 }: StripOptions): boolean {
  if (thinking === undefined) return false;
  if (thinking === 'hollow') return isThinking(block) && !block.signature;
  return (block.type === 'thinking' || block.type === 'redacted_thinking') && sizeOfBlock(block) > largerThan - 1;
}

function stripWords(strip: Strip, node: Node, facts: UserFacts): void {
  const { plan, options } = strip;
  if (facts.isTextOnly) return;
  const isPlain = facts.blocks === facts.results.length && facts.results.every((result) => result.size !== undefined);
  for (const { tool_use_id, size = 0 } of facts.results) addSize(strip, tool_use_id, isPlain ? size : 0);
  const limit = limitOf(options);
  if (isPlain) {
    const isCut = ({ tool_use_id, size = 0 }: ToolResultFact) =>
      limit !== undefined && isChosen(strip, tool_use_id, () => size) && isWorthCutting(size, limit);
    if (!facts.results.some(isCut)) return;
  } else {
    const content = contentOf(strip.read(node));
    for (const block of content) if (isToolResult(block)) addSize(strip, block.tool_use_id, sizeOfBlock(block));
    if (content.every((block) => strip.shorten(block) === block)) return;
  }
  addChange(plan, node.index, strip.cut);
}

function shortenerOf(strip: Pick<Strip, 'options' | 'names'>): (block: Block) => Block {
  const { options } = strip;
  return (block) => {
    const plain = options.images ? withoutImages(block, options.largerThan ?? 0) : block;
    return isToolResult(plain) && isChosen(strip, plain.tool_use_id, () => sizeOfBlock(plain))
      ? withShortResult(plain, limitOf(options))
      : plain;
  };
}

function withShortBlocks(shorten: (block: Block) => Block): (entry: Entry) => Entry {
  return (entry) => {
    // The client's copy for display repeats the output and its images.
    const { toolUseResult: _, ...rest } = entry as UserEntry;
    return withBlocks(rest as UserEntry, (blocks) => blocks.map(shorten));
  };
}

/** Undefined when results are left alone. */
function limitOf(options: StripOptions): number | undefined {
  return options.results ? 0 : options.truncate;
}

type Choice = Pick<Strip, 'options' | 'names'>;

function isChosen(strip: Choice, id: string, size: () => number): boolean {
  const { options } = strip;
  if (limitOf(options) === undefined || !isNamed(strip, id)) return false;
  return !countsSizes(options) || size() > (options.largerThan ?? 0);
}

function callsToRemove(strip: Strip): Set<string> {
  const { largerThan = 0 } = strip.options;
  return new Set([...strip.sizes].flatMap(([id, size]) => (size >= largerThan && isNamed(strip, id) ? [id] : [])));
}

/** Whether a call is among those to strip, whatever its size. */
function isNamed({ options: { toolNames, calls }, names }: Choice, id: string): boolean {
  return (toolNames?.has(names.get(id) ?? '') ?? true) && (calls?.has(id) ?? true);
}

function addSize({ sizes, options }: Strip, id: string, size: number): void {
  if (options.tools) sizes.set(id, (sizes.get(id) ?? 0) + size);
}

function withBlocks(entry: Entry, change: (blocks: Block[]) => Block[]): Entry {
  if (!isUser(entry) && !isAssistant(entry)) return entry;
  const { content } = entry.message;
  if (typeof content === 'string') return entry;
  return { ...entry, message: { ...entry.message, content: change(content) } } as Entry;
}
