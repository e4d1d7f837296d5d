import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type EditPlan,
  isEmptyPlan,
  makeSession,
  planCut,
  planFork,
  planStrip,
  type StripOptions,
  stripPresets,
} from '../../src/edit.js';
import { familyOf, openSession, resume, type Session, type Turns, turnsOf } from '../../src/index.js';
import type { Family } from '../../src/locate.js';
import { orphanCalls } from '../../src/model/pairing.js';
import { corpusPath, distinctFamilies, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const ID = '00000000-0000-4000-8000-00000000000f';
// Thousands of edits, each synced to disk: in memory, if the system has a folder for that.
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-matrix-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every operation that applies to a session, each once. Undefined is a plain clone. */
function operationsOn(session: Session, turns: Turns): Map<string, EditPlan | undefined> {
  const count = turns.turns.length;
  // In short sessions these are the same turns; the last name stays.
  const places = new Map([
    [Math.ceil(count / 2), 'the middle'],
    [1, 'the first turn'],
    [count, 'the end'],
  ]);
  const operations = new Map<string, EditPlan | undefined>([['clone', undefined]]);
  for (const [turn, place] of places) {
    if (count > 0) operations.set(`fork at ${place}`, planFork(session, turns, turn));
    if (count > 1) operations.set(`cut ${place}`, planCut(session, turns, new Set([turn])));
  }
  let hasEmpty = false;
  for (const [name, options] of Object.entries(STRIPS)) {
    const plan = planStrip(session, turns, options);
    // All plans that change nothing are equal.
    if (isEmptyPlan(plan) && hasEmpty) continue;
    hasEmpty ||= isEmptyPlan(plan);
    operations.set(`strip ${name}`, plan);
  }
  return operations;
}

const STRIPS: Record<string, StripOptions> = {
  ...stripPresets,
  thinking: { thinking: 'all' },
  results: { results: true },
  tools: { tools: true },
};

interface Source {
  file: string;
  session: Session;
  turns: Turns;
  family: Family;
}

function checkEdit(source: Source, name: string, plan: EditPlan | undefined): void {
  const { file, session, turns, family } = source;
  const made = makeSession({
    file,
    session,
    family,
    ...(plan && { plan }),
    folder,
    sessionId: randomUUID(),
    newUuid: randomUUID,
  });
  if (made.kind === 'refused') {
    // Nothing is left to resume, or only a line without a time: then nothing may be written.
    expect(['no_conversation', 'no_timestamp'], `${name} of ${file}`).toContain(made.check.reasons[0]?.kind);
    return;
  }
  const edited = openSession(made.file);
  expect(resume(edited).resumed, `${name} of ${file}`).toBe(true);
  const written = new Set(
    readFileSync(made.file, 'latin1').match(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi) ?? [],
  );
  const left = session.nodes.filter((node) => node.uuid !== undefined && written.has(node.uuid));
  expect(
    left.map((node) => node.uuid),
    `${name} of ${file}`,
  ).toEqual([]);
  const orphans = (of: Turns) => orphanCalls(of.pairing).length + of.pairing.orphanResults.length;
  expect(orphans(turnsOf(edited)), `${name} of ${file}`).toBeLessThanOrEqual(orphans(turns));
  if (name === 'clone' || name === 'fork at the end') {
    expect(shapeOf(edited, name), `${name} of ${file}`).toEqual(shapeOf(session, name));
  }
  for (const path of made.created) rmSync(path, { recursive: true, force: true });
}

/** What is sent, without ids and paths. */
function shapeOf(session: Session, name: string): unknown {
  const lengths = resume(session).messages.map((message) => [
    message.role,
    message.content.length,
    JSON.stringify(message).length,
  ]);
  return name === 'clone' ? lengths : lengths.length > 0;
}

describe('every edit of every session resumes', () => {
  const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));
  const outside = hasCorpus
    ? [...sessionFilesIn(corpusPath('corpus/files')), ...sessionFilesIn(corpusPath('real-client/sessions'))]
    : [];
  const files = distinctFamilies([...fixtures, ...outside]).filter((file) => !basename(file).startsWith('agent-'));

  it.each(files.map((file) => [file.slice(-70), file]))('%s', (_, file) => {
    const session = openSession(file, { sessionId: ID });
    if (!resume(session).resumed) return;
    const turns = turnsOf(session);
    const source = { file, session, turns, family: familyOf(file) };
    for (const [name, plan] of operationsOn(session, turns)) checkEdit(source, name, plan);
  });
});
