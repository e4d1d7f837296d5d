import { randomUUID } from 'node:crypto';
import {
  type CompactedItem,
  type Compaction,
  compactionsOf,
  ITEM_KINDS,
  type ItemKind,
  planInject,
} from '@unspool/session/edit';
import type { Io } from '../io.js';
import { type Colours, colours } from '../terminal/colour.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { when } from '../terminal/times.js';
import { UserError } from '../user-error.js';
import { type EditOptions, runEdit } from './run-edit.js';
import { type Source, sourceOf } from './source.js';
import { parseItems } from './turn-numbers.js';

export interface UncompactFlags extends EditOptions {
  compaction?: string;
  kind?: string;
  kept?: boolean;
  inject?: string;
}

/** An item with the number by which it can be chosen. */
type Numbered = CompactedItem & { number: number };

/** Lists what a compaction dropped, or puts some of it back. */
export async function uncompact(query: string, flags: UncompactFlags, io: Io): Promise<number> {
  const source = sourceOf(query, io);
  const compaction = chosen(compactionsOf(source.session, source.turns), flags.compaction);
  const items = listed(compaction, flags);
  if (flags.inject !== undefined) {
    const wanted = injected(items, flags.inject);
    const plan = ({ session, turns }: Source) => planInject(session, turns, { items: wanted, newUuid: randomUUID });
    return runEdit({ query: source, plan, options: flags }, io);
  }
  const { number, time, trigger, items: all } = compaction;
  if (flags.json) {
    const at = Number.isNaN(time) ? null : new Date(time).toISOString();
    io.out(
      `${JSON.stringify({ compaction: number, time: at, trigger: trigger ?? null, counts: countsOf(all), items }, null, 2)}\n`,
    );
  } else io.out(onScreen(compaction, items, io));
  return 0;
}

function chosen(compactions: readonly Compaction[], given: string | undefined): Compaction {
  const number = given === undefined ? compactions.length : Number(given);
  const compaction = compactions[number - 1];
  if (compaction) return compaction;
  if (compactions.length === 0) throw new UserError('This session was never compacted.');
  throw new UserError(`There is no compaction ${given}.`, { hint: `Use 1 to ${compactions.length}.`, isUsage: true });
}

function listed({ items }: Compaction, { kind, kept }: UncompactFlags): Numbered[] {
  const kinds = kind?.split(',').map((each) => kindOf(each.trim())) ?? ITEM_KINDS;
  const order = ({ isKept, kind }: CompactedItem) => (isKept ? ITEM_KINDS.length : 0) + ITEM_KINDS.indexOf(kind);
  // Numbered before the choice: an item has the same number in every list.
  const numbered = items.toSorted((a, b) => order(a) - order(b)).map((item, at) => ({ ...item, number: at + 1 }));
  return numbered.filter((item) => kinds.includes(item.kind) && (kept || !item.isKept));
}

function kindOf(name: string): ItemKind {
  const kind = ITEM_KINDS.find((each) => each === name);
  if (kind) return kind;
  throw new UserError(`There is no kind "${name}".`, { hint: `Kinds: ${ITEM_KINDS.join(', ')}.`, isUsage: true });
}

function injected(items: readonly Numbered[], given: string): Numbered[] {
  const numbers = given === 'all' ? undefined : parseItems(given, items.at(-1)?.number ?? 0);
  const wanted = items.filter(({ number }) => numbers?.has(number) ?? true);
  if (wanted.length > 0) return wanted;
  throw new UserError('There is nothing to put back.', { hint: 'See the list without --inject.' });
}

function countsOf(items: readonly CompactedItem[]) {
  const count = (kind: ItemKind, isKept: boolean) =>
    items.filter((item) => item.kind === kind && item.isKept === isKept).length;
  return Object.fromEntries(ITEM_KINDS.map((kind) => [kind, { kept: count(kind, true), lost: count(kind, false) }]));
}

function onScreen({ number, time, trigger, items }: Compaction, shown: readonly Numbered[], io: Io): string {
  const paint = colours(io.hasColour);
  const lost = items.filter(({ isKept }) => !isKept).length;
  const head = `Compaction ${number}${trigger ? `, ${safeLine(trigger)}` : ''}${Number.isNaN(time) ? '' : `, ${when(time, io.now)}`}`;
  const counts = `the summary contains ${items.length - lost} of ${plural(items.length, 'item')}`;
  const parts = ITEM_KINDS.map((kind) => groupOnScreen(kind, shown, paint));
  const hint =
    shown.length > 0 ? paint.dim('To put items back: --inject 1,3..5 (add --dry-run to see the plan first)\n') : '';
  return `${paint.bold(head)}: ${counts}\n${parts.join('')}${hint}`;
}

function groupOnScreen(kind: ItemKind, shown: readonly Numbered[], paint: Colours): string {
  const items = shown.filter((item) => item.kind === kind);
  if (items.length === 0) return '';
  const rows = items.map(({ number, text, turn, isKept }) => {
    const mark = isKept ? paint.dim('kept') : paint.yellow('lost');
    return `${String(number).padStart(4)}  ${mark}  turn ${turn}  ${safeLine(text)}\n`;
  });
  return `${paint.bold(`${kind}s`)}\n${rows.join('')}`;
}
