import { randomUUID } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type EditPlan,
  type EditSource,
  editSourceOf,
  isEmptyPlan,
  Journal,
  performEdit,
  planCompress,
  planCut,
  planStrip,
  stripPresets,
} from '../../src/edit.js';
import { checkFile, resume } from '../../src/index.js';
import { corpusPath, distinct, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { newFolder } from './config-folder.js';

const ID = '00000000-0000-4000-8000-00000000000f';
const folder = newFolder('in-place');

const operations: Record<string, (source: EditSource) => EditPlan | undefined> = {
  'strip standard': ({ session, turns }) => planStrip(session, turns, stripPresets.standard),
  'strip hard': ({ session, turns }) => planStrip(session, turns, { ...stripPresets.hard, keepLast: 0 }),
  'strip what no tool gave': ({ session, turns }) =>
    planStrip(session, turns, { results: true, toolNames: new Set(['ToolOfNobody']) }),
  'cut the middle': ({ session, turns }) =>
    turns.turns.length > 1 ? planCut(session, turns, new Set([Math.ceil(turns.turns.length / 2)])) : undefined,
  compress: ({ session, turns }) => planCompress(session, turns, { keepLast: 1, newUuid: randomUUID }),
};

/** Lines of a file, without the fields that name other lines. */
function linesOf(file: string): string[] {
  const text = readFileSync(file, 'latin1').replaceAll(
    /"(?:parentUuid|logicalParentUuid|leafUuid|sourceToolAssistantUUID|messageId|headUuid|anchorUuid|tailUuid)" ?: ?(?:"[^"]*"|null)|"uuids":\[[^\]]*\]/g,
    '',
  );
  return text.split('\n').filter((line) => line.trim() !== '');
}

function expectRestUntouched(source: readonly string[], edited: string, plan: EditPlan, name: string): void {
  const known = new Set(source);
  // A compaction's line names what it preserved, and no longer does if that is dropped.
  const fresh = linesOf(edited).filter((line) => !known.has(line) && !line.includes('"compact_boundary"'));
  const inserted = [...plan.inserts.values()].reduce((sum, entries) => sum + entries.length, 0);
  expect(fresh.length, name).toBeLessThanOrEqual(plan.changes.size + plan.repairs.size + inserted);
}

describe.runIf(hasCorpus)('edits in place of outside sessions', () => {
  const files = hasCorpus
    ? distinct([...sessionFilesIn(corpusPath('corpus/files')), ...sessionFilesIn(corpusPath('real-client'))])
    : [];

  it('are sound, leave the rest unchanged, and are undone byte for byte', { timeout: 600_000 }, () => {
    const counts = Object.fromEntries(Object.keys(operations).map((name) => [name, 0]));
    const journal = new Journal(join(folder, 'journal'));
    const file = join(folder, `${ID}.jsonl`);
    for (const source of files.filter((each) => !basename(each).startsWith('agent-'))) {
      rmSync(file, { force: true });
      copyFileSync(source, file);
      let from = editSourceOf(file);
      if (!resume(from.session).resumed) continue;
      for (const [name, planOf] of Object.entries(operations)) {
        const plan = planOf(from);
        if (!plan || isEmptyPlan(plan)) continue;
        const lines = linesOf(file);
        const now = counts[name] ?? 0;
        const done = performEdit({ source: from, plan, isInPlace: true, journal, now, refuseLive: () => {} });
        if (done.kind === 'done') {
          counts[name] = now + 1;
          expect(checkFile(file), source).toMatchObject({ resumes: true, roundTrip: true });
          expectRestUntouched(lines, file, plan, `${name} of ${source}`);
          const [entry] = journal.list();
          expect(entry && journal.undo(entry).kind, source).toBe('undone');
          rmSync(join(folder, 'journal'), { recursive: true, force: true });
          from = editSourceOf(file);
        }
        // A refused edit must not change anything.
        expect(readFileSync(file).equals(readFileSync(source)), `${name} of ${source}`).toBe(true);
      }
    }
    for (const [name, count] of Object.entries(counts)) {
      console.info(`${name}: ${count} sessions changed in place and back`);
      expect(count > 0).toBe(name !== 'strip what no tool gave');
    }
  });
});
