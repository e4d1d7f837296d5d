import type { AgentRef, Item, ToolItem, TurnOutline } from '../api/contract.js';
import type { Sized } from '../window/heights.js';
import type { Conversation } from './conversation.js';
import type { Folds } from './folds.js';
import type { KeptRows } from './kept-rows.js';
import { type Branch, forksOf, turnsOnPath } from './path.js';
import { isTalk, storyParts } from './story-rows.js';

/** The rows of the page. Each is one thing to read, so that a turn of a thousand calls scrolls smoothly too. */
export type Row = Sized &
  Where &
  (
    | { type: 'turn'; outline: TurnOutline; isLoaded: boolean }
    | { type: 'item'; item: Exclude<Item, ToolItem>; isInRun: boolean }
    | { type: 'quiet'; items: QuietItem[]; fold: string; isOpen: boolean; isInRun: boolean }
    | { type: 'work'; items: Item[]; fold: string; isOpen: boolean }
    | { type: 'run'; items: ToolItem[]; fold: string; isOpen: boolean }
    | { type: 'tool'; item: ToolItem; fold: string; isOpen: boolean; isInRun: boolean }
    | { type: 'agent'; agent: AgentRef; fold: string; isOpen: boolean; child: Conversation }
    | { type: 'agent-end'; agent: AgentRef; fold: string }
    | { type: 'fork'; branch: Branch; shown: number }
    | { type: 'preamble'; items: Item[]; fold: string; isOpen: boolean }
    | { type: 'end'; isLive: boolean }
  );

export type QuietItem = Exclude<Item, ToolItem | { type: 'text' }>;

interface Where {
  conversation: Conversation;
  depth: number;
  turn: number;
}

interface Options {
  /** The rows made before. */
  kept: KeptRows;
  folds: Folds;
  /** A turn on the branch to show; null for the branch that a resume continues. */
  through: number | null;
  /** Runs of tools and calls are open unless closed. */
  areToolsOpen: boolean;
  agent: (agentId: string) => Conversation;
  isLive: boolean;
  /** Shows only what was asked and what came of it, with the work between in one row. */
  isStory: boolean;
}

export function rowsOf(conversation: Conversation, options: Options, depth = 0, prefix = ''): Row[] {
  const { kept, folds, areToolsOpen } = options;
  const rows: Row[] = [];
  const at = { conversation, depth };
  if (conversation.preamble.length > 0) {
    const fold = `${prefix}preamble`;
    const isOpen = options.folds.has(fold);
    const turn = conversation.turns[0]?.number ?? 0;
    const items = conversation.preamble;
    const row: Row = { ...at, turn, key: fold, estimate: 36, type: 'preamble', items, fold, isOpen };
    rows.push(...kept.rows(fold, undefined, () => [row]));
  }
  const turns = turnsOnPath(conversation.turns, depth === 0 ? options.through : null);
  const shown = new Set(turns.map(({ number }) => number));
  const forks = new Map<number, Branch>();
  for (const branch of forksOf(conversation.turns)) {
    const way = branch.ways.find(({ turn }) => shown.has(turn));
    if (way) forks.set(way.turn, branch);
  }
  for (const outline of turns) {
    const branch = forks.get(outline.number);
    const turn = outline.number;
    if (branch) rows.push({ ...at, turn, key: `${prefix}f${turn}`, estimate: 48, type: 'fork', branch, shown: turn });
    const from = [outline, conversation.view(turn), folds.version, areToolsOpen, options.isStory];
    for (const row of kept.rows(`${prefix}t${turn}`, from, () => rowsOfTurn(outline, { ...at, turn }, options, prefix)))
      rows.push(row);
  }
  if (depth === 0 && turns.length > 0) {
    const turn = turns.at(-1)?.number ?? 0;
    const row: Row = { ...at, turn, key: 'end', estimate: 120, type: 'end', isLive: options.isLive };
    rows.push(...kept.rows('end', undefined, () => [row]));
  }
  return rows;
}

function rowsOfTurn(outline: TurnOutline, at: Where, options: Options, prefix: string): Row[] {
  const view = at.conversation.view(outline.number);
  const key = `${prefix}t${outline.number}`;
  if (!view)
    return [{ ...at, key, estimate: 110 + Math.min(outline.calls, 40) * 6, type: 'turn', outline, isLoaded: false }];
  const rows: Row[] = [{ ...at, key, estimate: 34, type: 'turn', outline, isLoaded: true }];
  if (options.isStory && at.depth === 0) return [...rows, ...rowsOfStory(view.items, { ...at, key }, options)];
  for (const row of rowsOfItems(view.items, { ...at, key }, options)) rows.push(row);
  return rows;
}

function rowsOfStory(items: Item[], { key, ...at }: Where & { key: string }, options: Options): Row[] {
  return storyParts(items).flatMap((part): Row[] => {
    if ('item' in part) return rowsOfGroup([part.item], { ...at, key }, options, false);
    const fold = `${nameOf(key, part.work[0])}work`;
    const isOpen = options.folds.has(fold);
    const head: Row = { ...at, key: fold, estimate: 34, type: 'work', items: part.work, fold, isOpen };
    return isOpen ? [head, ...rowsOfItems(part.work, { ...at, key }, options)] : [head];
  });
}

function rowsOfItems(items: Item[], { key, ...at }: Where & { key: string }, options: Options): Row[] {
  const rows: Row[] = [];
  for (const group of groupsOf(items)) {
    const tools = group.filter((item) => item.type === 'tool');
    const own =
      tools.length > 1
        ? rowsOfRun(group, tools, { ...at, key }, options)
        : rowsOfGroup(group, { ...at, key }, options, false);
    // Not with a spread: a reply can have more items than a call can have arguments.
    for (const row of own) rows.push(row);
  }
  return rows;
}

/** Folds several calls into one row, with the thinking and notes between them. */
function rowsOfRun(group: Item[], tools: ToolItem[], { key, ...at }: Where & { key: string }, options: Options): Row[] {
  const fold = nameOf(key, group[0]);
  const isOpen = options.areToolsOpen !== options.folds.has(fold);
  const head: Row = { ...at, key: fold, estimate: 34, type: 'run', items: tools, fold, isOpen };
  return isOpen ? [head, ...rowsOfGroup(group, { ...at, key: fold }, options, true)] : [head];
}

function rowsOfGroup(
  group: Item[],
  { key, ...at }: Where & { key: string },
  options: Options,
  isInRun: boolean,
): Row[] {
  const rows: Row[] = [];
  let quiet: QuietItem[] = [];
  const flush = () => {
    const name = `${nameOf(key, quiet[0])}+`;
    if (quiet.length > 0)
      rows.push({
        ...at,
        key: name,
        estimate: 28,
        type: 'quiet',
        items: quiet,
        fold: name,
        isOpen: options.folds.has(name),
        isInRun,
      });
    quiet = [];
  };
  for (const item of group) {
    if (isQuiet(item)) {
      quiet.push(item);
      continue;
    }
    flush();
    const name = nameOf(key, item);
    if (item.type === 'tool') {
      const isOpen = (options.areToolsOpen || isTalk(item)) !== options.folds.has(name);
      rows.push({ ...at, key: name, estimate: isOpen ? 240 : 30, type: 'tool', item, fold: name, isOpen, isInRun });
      for (const agent of item.agents)
        for (const row of rowsOfAgent(agent, { ...at, fold: `${name}@${agent.agentId}` }, options)) rows.push(row);
    } else rows.push({ ...at, key: name, estimate: estimateOf(item), type: 'item', item, isInRun });
  }
  flush();
  return rows;
}

/** Made of the item's position, so that it does not change while the session grows. */
function nameOf(key: string, item: Item | undefined): string {
  return `${key}.${item?.place.byte ?? 0}${item?.type === 'tool' ? item.callId : (item?.type ?? '')}${partOf(item)}`;
}

function partOf(item: Item | undefined): string {
  return item?.type === 'words' && item.part !== undefined ? String(item.part) : '';
}

function rowsOfAgent(agent: AgentRef, { fold, ...at }: Where & { fold: string }, options: Options): Row[] {
  const isOpen = options.folds.has(fold) && at.depth < 6;
  const child = options.agent(agent.agentId);
  const head: Row = { ...at, key: fold, estimate: 56, type: 'agent', agent, fold, isOpen, child };
  if (!isOpen) return [head];
  const inside = rowsOf(child, options, at.depth + 1, `${fold}:`).map((row) => ({ ...row, turn: at.turn }));
  return [head, ...inside, { ...at, key: `${fold}-end`, estimate: 28, type: 'agent-end', agent, fold }];
}

/** Groups neighbours that may fold into one row: calls, thinking and notes. Prompts and replies stay alone. */
function groupsOf(items: Item[]): Item[][] {
  const groups: Item[][] = [];
  let wasWork = false;
  for (const item of items) {
    const isWork = (item.type === 'tool' && !isTalk(item)) || item.type === 'thinking' || isQuiet(item);
    const last = groups.at(-1);
    if (isWork && wasWork && last) last.push(item);
    else groups.push([item]);
    wasWork = isWork;
  }
  return groups;
}

/** Notes, injected text and output of commands, which are folded. */
export function isQuiet(item: Item): item is QuietItem {
  if (item.type === 'note') return !item.isError;
  if (item.type === 'unknown') return true;
  return item.type === 'words' && (item.kind === 'injected' || item.kind === 'command_output');
}

function estimateOf(item: Item): number {
  if (item.type === 'text' || item.type === 'words') return 36 + Math.ceil(item.text.text.length / 85) * 23;
  return item.type === 'compaction' ? 90 : 32;
}
