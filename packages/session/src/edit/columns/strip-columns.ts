import type { Block } from '../../format/block.js';
import type { Entry } from '../../format/entry.js';
import { timeOf } from '../../graph/node.js';
import { draftPlan, type EditPlan, isEmptyPlan, type PlanDraft } from '../plan.js';
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
  const shorten = shortenerOf({ options, names: new Map() });
  const changes = { shorten: withShortBlocks(shorten), silence: withoutThoughts(options) };
  const strip = { plan, options, shorten, changes };
  for (let line = 0; line < session.count; line++) {
    const owner = turns.owners[line] ?? 0;
    if (owner < -1 || isOld[owner + 1] !== 1) continue;
    stripLine(session, line, strip);
  }
  if (isEmptyPlan(plan)) return { plan, turns };
  // No reply is left with nothing but thoughts: of what it says besides nothing goes.
  dropStale(session, plan);
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
  /** What becomes of lines. */
  changes: Record<'shorten' | 'silence', (entry: Entry) => Entry>;
}

function stripLine(session: SessionColumns, line: number, strip: Strip): void {
  const { columns } = session;
  const { plan, options, changes } = strip;
  switch (columns.kind[line]) {
    case Kind.reply: {
      const thoughts = columns.thoughts[line] ?? 0;
      if (options.thinking === undefined || thoughts === 0) return;
      if (thoughts === columns.blocks[line]) plan.drops.add(line);
      else plan.changes.set(line, changes.silence);
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

function stripWords(session: SessionColumns, line: number, { plan, options, shorten, changes }: Strip): void {
  const { columns } = session;
  const flags = columns.flags[line] ?? 0;
  if ((flags & Flag.textOnly) !== 0) return;
  const limit = limitOf(options);
  const isPlain = (flags & Flag.plain) !== 0;
  if (isPlain) {
    if (limit === undefined || !isWorthCutting(columns.size[line] ?? 0, limit)) return;
  } else if (contentOf(session.readSlim(line)).every((block) => shorten(block) === block)) return;
  plan.changes.set(line, changes.shorten);
  if (isPlain && columns.blocks[line] === 1 && limit !== undefined) plan.cuts.set(line, limit);
}

/** They name the tip or record requests of the conversation as it was. */
function dropStale({ columns, count }: SessionColumns, plan: PlanDraft): void {
  for (let line = 0; line < count; line++) if (columns.kind[line] === Kind.stale) plan.drops.add(line);
}
