import type { Block } from '../../entry/block.js';
import { timeOf } from '../../graph/node.js';
import { addChange, draftPlan, type EditPlan, isEmptyPlan, type PlanDraft } from '../plan.js';
import { isWorthCutting } from '../shorten.js';
import {
  contentOf,
  describeStrip,
  limitOf,
  type StripOptions,
  shortenerOf,
  withoutThoughts,
  withShortBlocks,
} from '../strip.js';
import { type ColumnTurns, columnTurns } from './column-turns.js';
import { Flag, Kind } from './line-columns.js';
import type { SessionColumns } from './session-columns.js';

export interface ColumnPlan {
  plan: EditPlan;
  turns: ColumnTurns;
}

/**
 * The plan that `planStrip` makes, from columns. Undefined for what only nodes tell: which tool was called, sizes of blocks,
 * signatures of thoughts, and whether another branch would be resumed.
 */
export function planStripOf(session: SessionColumns, options: StripOptions): ColumnPlan | undefined {
  const { tools, toolNames, largerThan = 0, thinking } = options;
  if (tools || toolNames || largerThan > 0 || thinking === 'hollow') return undefined;
  const turns = columnTurns(session);
  if (session.hasLastPrompt || !turns.areAllOnTip) return undefined;
  const plan = draftPlan(describeStrip(options));
  const isOld = oldTurns(session, turns, options);
  const strip = { plan, options, shorten: shortenerOf({ options, names: new Map() }) };
  for (let line = 0; line < session.count; line++) {
    const owner = turns.owners[line] ?? 0;
    if (owner < -1 || isOld[owner + 1] !== 1) continue;
    stripLine(session, line, strip);
  }
  if (isEmptyPlan(plan)) return { plan, turns };
  dropStale(session, plan);
  dropLonelyThinking(session, plan);
  return { plan, turns };
}

/** 1 for each turn that may be touched, behind the one for the lines before the first. */
function oldTurns(session: SessionColumns, { starts }: ColumnTurns, options: StripOptions): Uint8Array {
  const { keepLast = 0, olderThan } = options;
  const isOld = new Uint8Array(starts.length + 1);
  for (let turn = 0; turn < starts.length - keepLast; turn++) {
    if (olderThan !== undefined && !(timeAt(session, starts[turn] ?? 0) < olderThan)) continue;
    isOld[turn + 1] = 1;
    isOld[0] = 1;
  }
  return isOld;
}

function timeAt(session: SessionColumns, line: number): number {
  return timeOf((session.read(line) as { timestamp?: unknown }).timestamp);
}

interface Strip {
  plan: PlanDraft;
  options: StripOptions;
  shorten: (block: Block) => Block;
}

function stripLine(session: SessionColumns, line: number, strip: Strip): void {
  const { columns } = session;
  const { plan, options } = strip;
  switch (columns.kind[line]) {
    case Kind.reply: {
      const thoughts = columns.thoughts[line] ?? 0;
      if (options.thinking === undefined || thoughts === 0) return;
      if (thoughts === columns.blocks[line]) plan.drops.add(line);
      else addChange(plan, line, withoutThoughts(options));
      return;
    }
    case Kind.results:
    case Kind.words:
      stripWords(session, line, strip);
      return;
    case Kind.attachment:
      if (options.attachments) plan.drops.add(line);
  }
}

function stripWords(session: SessionColumns, line: number, { plan, options, shorten }: Strip): void {
  const { columns } = session;
  const flags = columns.flags[line] ?? 0;
  if ((flags & Flag.textOnly) !== 0) return;
  const limit = limitOf(options);
  const isPlain = (flags & Flag.plain) !== 0;
  if (isPlain) {
    if (limit === undefined || !isWorthCutting(columns.size[line] ?? 0, limit)) return;
  } else if (contentOf(session.readSlim(line)).every((block) => shorten(block) === block)) return;
  addChange(plan, line, withShortBlocks(shorten));
  if (isPlain && columns.blocks[line] === 1 && limit !== undefined) plan.cuts.set(line, limit);
}

/** They name the tip or record requests of the conversation as it was. */
function dropStale({ columns, count }: SessionColumns, plan: PlanDraft): void {
  for (let line = 0; line < count; line++) if (columns.kind[line] === Kind.stale) plan.drops.add(line);
}

const SPOKEN = 1;
const SILENCED = 2;

/** The API refuses a reply that is nothing but thinking. One that was so before is not this edit's matter. */
function dropLonelyThinking({ columns, count }: SessionColumns, plan: PlanDraft): void {
  const states = new Uint8Array(count + 1);
  for (let line = 0; line < count; line++) {
    if (columns.kind[line] !== Kind.reply || isThinking(columns.flags[line])) continue;
    const message = columns.message[line] ?? 0;
    states[message] = (states[message] ?? 0) | (plan.drops.has(line) ? SILENCED : SPOKEN);
  }
  for (let line = 0; line < count; line++) {
    if (columns.kind[line] !== Kind.reply || !isThinking(columns.flags[line])) continue;
    if (states[columns.message[line] ?? 0] === SILENCED) plan.drops.add(line);
  }
}

function isThinking(flags = 0): boolean {
  return (flags & Flag.thinkingOnly) !== 0;
}
