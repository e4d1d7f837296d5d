import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type EditPlan, makeSession, planCut, planFork, planStrip, stripPresets } from '../../src/edit.js';
import { familyOf, openSession, resume, type Session, type Turns, turnsOf } from '../../src/index.js';
import type { Family } from '../../src/locate.js';
import { orphanCalls } from '../../src/model/pairing.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const ID = '00000000-0000-4000-8000-00000000000f';
// Thousands of edits, each synced to disk: in memory, if the system has a folder for that.
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-matrix-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every operation that applies to a session. Undefined is a plain clone. */
function operationsOn(session: Session, turns: Turns): Record<string, EditPlan | undefined> {
  const count = turns.turns.length;
  const middle = Math.ceil(count / 2);
  const strip = (options: Parameters<typeof planStrip>[2]) => planStrip(session, turns, options);
  return {
    clone: undefined,
    ...(count > 0 && {
      'fork at the end': planFork(session, turns, count),
      'fork at the first turn': planFork(session, turns, 1),
      'fork in the middle': planFork(session, turns, middle),
    }),
    ...(count > 1 && {
      'cut the first turn': planCut(session, turns, new Set([1])),
      'cut the middle': planCut(session, turns, new Set([middle])),
      'cut the last turn': planCut(session, turns, new Set([count])),
    }),
    'strip gentle': strip(stripPresets.gentle),
    'strip standard': strip(stripPresets.standard),
    'strip hard': strip(stripPresets.hard),
    'strip thinking': strip({ thinking: 'all' }),
    'strip results': strip({ results: true }),
    'strip tools': strip({ tools: true }),
  };
}

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
  const written = new Set(readFileSync(made.file, 'utf8').match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? []);
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
  const files = [...fixtures, ...outside].filter((file) => !basename(file).startsWith('agent-'));

  it.each(files.map((file) => [file.slice(-70), file]))('%s', (_, file) => {
    const session = openSession(file, { sessionId: ID });
    if (!resume(session).resumed) return;
    const turns = turnsOf(session);
    const source = { file, session, turns, family: familyOf(file) };
    for (const [name, plan] of Object.entries(operationsOn(session, turns))) checkEdit(source, name, plan);
  });
});
