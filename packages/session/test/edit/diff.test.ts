import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diffSessions, makeSession, planCut, planStrip } from '../../src/edit.js';
import { familyOf, openSession, resume, turnsOf } from '../../src/index.js';
import { sessionOf } from '../../src/model.js';
import { splitBytes } from '../../src/read.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { type Script, script } from '../support/lines.js';
import { newFolder } from './config-folder.js';

const summary = (a: Script, b: Script) => diffSessions(a.session(), b.session()).summary;

function three(): Script {
  return script()
    .user('first')
    .reply('m1', 'one')
    .user('second')
    .call('m2', 't1', 'Bash', { command: 'ls' })
    .result('t1', 'a b c')
    .reply('m3', [{ type: 'thinking', thinking: 'hm', signature: 's' }])
    .reply('m3', 'two')
    .user('third')
    .reply('m4', 'three');
}

describe('diff', () => {
  it('finds no difference between a session and itself', () => {
    expect(summary(three(), three())).toEqual({ same: 3, changed: 0, onlyA: 0, onlyB: 0 });
  });

  it('names what changed in a turn', () => {
    const other = script()
      .user('first')
      .reply('m1', 'one')
      .user('second')
      .call('m2', 't1', 'Bash', { command: 'ls' })
      .result('t1', 'gone')
      .reply('m3', 'two!')
      .user('third')
      .reply('m4', 'three')
      .call('m5', 't2', 'Read', { file_path: '/x' });
    const { turns } = diffSessions(three().session(), other.session());
    expect(turns.map((turn) => turn.state)).toEqual(['same', 'changed', 'changed']);
    expect(turns[1]?.parts).toEqual([
      { state: 'changed', kind: 'result', name: 'Bash', sizes: { a: 5, b: 4 } },
      { state: 'only in A', kind: 'thinking', name: '', sizes: { a: 2, b: 0 } },
      { state: 'changed', kind: 'text', name: '', sizes: { a: 3, b: 4 } },
    ]);
    expect(turns[2]?.parts).toMatchObject([{ state: 'only in B', kind: 'call', name: 'Read' }]);
  });

  it('names turns that only one session has, in their place', () => {
    const shorter = script()
      .user('second')
      .reply('m2', 'x')
      .user('new')
      .reply('m9', 'y')
      .user('third')
      .reply('m4', 'three');
    const copy = sessionOf(splitBytes(Buffer.from(shorter.text().replaceAll(/"u(\d)"/g, '"v$1"'))), 'other');
    const { turns } = diffSessions(three().session(), copy);
    expect(turns.map((turn) => [turn.state, turn.words, turn.a, turn.b])).toEqual([
      ['only in A', 'first', 1, undefined],
      ['changed', 'second', 2, 1],
      ['only in B', 'new', undefined, 2],
      ['same', 'third', 3, 3],
    ]);
  });

  it('matches the same question asked twice in order', () => {
    const twice = () => script().user('go on').reply('m1', 'a').user('go on').reply('m2', 'b');
    const renamed = sessionOf(
      splitBytes(
        Buffer.from(
          twice()
            .text()
            .replaceAll(/"(u\d|m\d)"/g, '"x$1"'),
        ),
      ),
      'other',
    );
    expect(diffSessions(twice().session(), renamed).summary).toEqual({ same: 2, changed: 0, onlyA: 0, onlyB: 0 });
  });
});

describe('the diff of an edit', () => {
  const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));
  const outside = hasCorpus ? sessionFilesIn(corpusPath('corpus/files')) : [];
  const files = [...fixtures, ...outside].filter((file) => !basename(file).startsWith('agent-'));
  const folder = newFolder('diff');

  it.each(files.map((file) => [file.slice(-70), file]))('%s', (_, file) => {
    const session = openSession(file, { sessionId: '00000000-0000-4000-8000-00000000000f' });
    const turns = turnsOf(session);
    if (!resume(session).resumed || turns.turns.length === 0) return;
    const made = (plan?: Parameters<typeof makeSession>[0]['plan']) =>
      makeSession({
        file,
        session,
        family: { ...familyOf(file), agents: [], toolResults: [] },
        ...(plan && { plan }),
        folder,
        sessionId: randomUUID(),
        newUuid: randomUUID,
      });
    const clone = made();
    if (clone.kind === 'refused') return;
    const all = diffSessions(session, openSession(clone.file));
    expect(all.summary).toEqual({ same: turns.turns.length, changed: 0, onlyA: 0, onlyB: 0 });
    // The recorded cases deliberately repeat ids and words, so it cannot be determined what was cut from them.
    if (fixtures.includes(file)) return;
    const cut = turns.turns.length > 1 ? made(planCut(session, turns, new Set([1]))) : undefined;
    if (cut?.kind === 'made') {
      const diff = diffSessions(session, openSession(cut.file));
      expect(diff.turns[0]).toMatchObject({ state: 'only in A', a: 1 });
      expect(diff.summary.onlyB).toBe(0);
    }
    const strip = made(planStrip(session, turns, { results: true }));
    if (strip.kind === 'made') {
      const parts = diffSessions(session, openSession(strip.file)).turns.flatMap((turn) => turn.parts);
      // Thinking without any other part of its reply is dropped too.
      const others = parts.filter((part) => !(part.kind === 'result' && part.state === 'changed'));
      expect(others.filter((part) => part.kind !== 'thinking')).toEqual([]);
    }
    rmSync(folder, { recursive: true, force: true });
  });
});
