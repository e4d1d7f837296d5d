import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createRedactor } from '@unspool/redact';
import { checkFile, type Entry, openSession, readLines, resume } from '@unspool/session';
import { type EditPlan, isEmptyPlan, Journal, planRedact, planRepair, writeEdit } from '@unspool/session/edit';
import { writeNewFile } from '@unspool/session/write';
import { afterAll, describe, expect, it } from 'vitest';
import { sessionFilesIn } from '../support/corpus.js';

const ID = '00000000-0000-4000-8000-00000000000f';
// Hundreds of edits, each synced to disk: in memory where the system has such a place.
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-repair-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const journal = new Journal(join(folder, 'journal'));

const plans: Record<string, (file: string) => EditPlan> = {
  repair: (file) => planRepair(openSession(file, { sessionId: ID }), readLines(file), { newUuid: randomUUID }).plan,
  redact: (file) => {
    const redactor = createRedactor();
    return planRedact(openSession(file), readLines(file), (entry: Entry) => redactor.redactValue(entry));
  },
};

const files = [...sessionFilesIn('corpus/files'), ...sessionFilesIn('real-client')].filter(
  (file) => !basename(file).startsWith('agent-'),
);

/** Lines that the plan does not name, as they stand in a file. */
function untouched(file: string, plan: EditPlan): string[] {
  const { nodes } = openSession(file);
  const touched = new Set(plan.repairs);
  for (const { index, place } of nodes) {
    const parts = [plan.drops, plan.changes, plan.parents, plan.uuids];
    if (parts.some((part) => part.has(index))) touched.add(place.line);
  }
  return readFileSync(file, 'latin1')
    .split('\n')
    .filter((line, at) => line !== '' && !touched.has(at + 1));
}

describe.runIf(files.length > 0).each(Object.entries(plans))('%s of outside sessions', (name, planOf) => {
  it('is sound, done once for all, leaves the rest as it is, and can be undone', { timeout: 600_000 }, () => {
    let changed = 0;
    for (const source of files) {
      const file = join(folder, `${ID}.jsonl`);
      const edited = join(folder, 'edited.jsonl');
      for (const path of [file, edited]) rmSync(path, { force: true });
      copyFileSync(source, file);
      const plan = planOf(file);
      if (isEmptyPlan(plan)) continue;
      changed++;
      const session = openSession(file);
      writeNewFile(edited, (sink) => writeEdit({ file, nodes: session.nodes }, plan, sink));
      if (resume(session).resumed) expect(checkFile(edited, { sessionId: ID }), source).toMatchObject(SOUND);
      expect(isEmptyPlan(planOf(edited)), source).toBe(true);
      if (plan.drops.size === 0) expectAllIn(untouched(file, plan), readFileSync(edited, 'latin1'), source);
      const entry = journal.replace({ at: '2026-01-01T00:00:00.000Z', what: name, file }, edited);
      expect(entry && journal.undo(entry).kind, source).toBe('undone');
      expect(readFileSync(file).equals(readFileSync(source)), source).toBe(true);
    }
    expect(changed).toBeGreaterThan(0);
  });
});

const SOUND = { resumes: true, roundTrip: true };

function expectAllIn(lines: readonly string[], text: string, source: string): void {
  const written = new Set(text.split('\n'));
  expect(
    lines.filter((line) => !written.has(line)),
    source,
  ).toEqual([]);
}
