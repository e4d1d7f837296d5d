import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { expect } from 'vitest';
import { columnEffects } from '../../../src/edit/columns/column-outcome.js';
import { columnTurns } from '../../../src/edit/columns/column-turns.js';
import { writeColumns } from '../../../src/edit/columns/column-writer.js';
import { askedIn } from '../../../src/edit/columns/line-columns.js';
import { readColumns, type SessionColumns } from '../../../src/edit/columns/session-columns.js';
import { planStripOf } from '../../../src/edit/columns/strip-columns.js';
import { newIdsOf, writeMain } from '../../../src/edit/new-session.js';
import { withoutNamingInColumns } from '../../../src/edit/signed-thoughts.js';
import {
  type EditPlan,
  familyOf,
  measurePlan,
  openSession,
  planStrip,
  type Session,
  type StripOptions,
  type Turns,
  turnsOf,
} from '../../../src/index.js';
import { writeUnsyncedFile } from '../../../src/write/new-file.js';

/**
 * Holds what columns tell of a file, and what is written from them, against the full reader. Says how far they went: not at
 * all, as far as turns, or to a new session.
 */
export function expectSameStrip(file: string, options: StripOptions): 'nothing' | 'turns' | 'session' {
  const family = familyOf(file);
  const [sessionId, key] = [randomUUID(), randomUUID()];
  const columns = readColumns({ file, family, sessionId, newUuid: () => key });
  if (!columns) return 'nothing';
  const session = openSession(file);
  const turns = turnsOf(session);
  expectSameTurns(columns, session, turns);
  const quick = planStripOf(columns, options);
  if (!quick) return 'turns';
  const plan = planStrip(session, turns, options);
  expect(shapeOf(quick.plan)).toEqual(shapeOf(plan));

  const request = { file, session, family, plan, sessionId, newUuid: () => key };
  const slow = `${file}.slow`;
  const fast = `${file}.fast`;
  const written = writeMain(request, newIdsOf(request), slow);
  const { plan: own, thoughts } = withoutNamingInColumns(quick.plan, columns);
  const counts = writeUnsyncedFile(fast, (sink) => writeColumns(columns, own, sink));
  expect(firstDifference(readFileSync(fast, 'utf8'), readFileSync(slow, 'utf8'))).toBeUndefined();
  expect(counts).toEqual(written.counts);
  expect(counts.left.thoughts + thoughts).toBe(written.left.thoughts);
  rmSync(slow);
  rmSync(fast);

  const lengths = counts.lengths;
  const effects = measurePlan(session, turns, { plan, lengths }).map((effect) => ({
    ...effect,
    words: wordsOf(session, turns, effect.number),
  }));
  expect(columnEffects(columns, quick.turns, { plan: quick.plan, lengths })).toEqual(effects);
  return 'session';
}

/** Both lines as far as they go: whole files would take minutes to be shown. */
function firstDifference(fast: string, slow: string): { fast: string; slow: string } | undefined {
  if (fast === slow) return undefined;
  const [a, b] = [fast.split('\n'), slow.split('\n')];
  const at = a.findIndex((line, index) => line !== b[index]);
  return { fast: (a[at] ?? '').slice(0, 600), slow: (b[at] ?? '').slice(0, 600) };
}

function wordsOf(session: Session, { turns }: Turns, number: number): string {
  const start = turns[number - 1]?.start;
  return start ? askedIn(session.read(start)) : '(before the first turn)';
}

function expectSameTurns(columns: SessionColumns, session: Session, { turns, preamble }: Turns): void {
  expect({ count: columns.count, size: columns.size }).toEqual({ count: session.nodes.length, size: session.size });
  const { starts, owners, areAllOnTip } = columnTurns(columns);
  expect(starts).toEqual(turns.map((turn) => turn.start.index));
  const own = new Array(session.nodes.length).fill('aside');
  for (const node of preamble) own[node.index] = -1;
  turns.forEach((turn, at) => {
    for (const node of turn.nodes) own[node.index] = at;
  });
  expect([...owners].map((owner) => (owner < -1 ? 'aside' : owner))).toEqual(own);
  expect(areAllOnTip).toBe(turns.every((turn) => turn.isOnTip));
}

function shapeOf({ what, drops, changes, cuts, inserts, parents, uuids, mends, notes }: EditPlan) {
  const sorted = (keys: Iterable<number>) => [...keys].sort((a, b) => a - b);
  return {
    what,
    drops: sorted(drops),
    changes: sorted(changes.keys()),
    cuts: [...cuts].sort(([a], [b]) => a - b),
    others: [inserts.size, parents.size, uuids.size, mends.size],
    notes,
  };
}
