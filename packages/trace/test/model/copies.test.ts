import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { familyOf, openSession } from '@unspool/session';
import { copyIdOf, makeSession } from '@unspool/session/edit';
import { describe, expect, it } from 'vitest';
import { Neighbours, openTrace, type Span, type TurnTrace } from '../../src/index.js';
import { mainFilesIn, projectsIn } from '../support/growing-session.js';
import { layOut, SESSION, temporaryFolder, WrittenSession } from '../support/written-session.js';

const sessions = join(import.meta.dirname, '../../fixtures/sessions');
const OTHER = '00000000-2222-4222-8222-222222222222';

function tracesIn(file: string): TurnTrace[] {
  return openTrace({ file, content: 'full', isEnded: true }).turns;
}

/** What a backend gets: without the fields for internal use. */
function sent(spans: readonly Span[]): object[] {
  return spans.map(({ turn: _turn, turnId: _id, isComplete: _, ...span }) => span);
}

describe('a turn that is in two files', () => {
  const forks = projectsIn(sessions).filter((project) => /fork$|i-plan$/.test(project));

  it.each(forks.map((project) => [project.slice(sessions.length + 1), project]))(
    'is the same trace: %s',
    (_, project) => {
      const byTrace = new Map<string, { file: string; turn: TurnTrace }[]>();
      for (const file of mainFilesIn(project)) {
        for (const turn of tracesIn(file))
          byTrace.set(turn.traceId, [...(byTrace.get(turn.traceId) ?? []), { file, turn }]);
      }
      const shared = [...byTrace.values()].filter((copies) => copies.length > 1);
      expect(shared.length).toBeGreaterThan(0);
      for (const [first, ...others] of shared) {
        for (const other of others) {
          const names = (spans: Span[]) =>
            sent(spans.filter((span) => span.kind !== 'agent' && !isWarmup(span, spans)));
          expect(names(other.turn.spans())).toEqual(names(first?.turn.spans() ?? []));
        }
        const origins = [first, ...others].filter((copy) => !copy?.turn.isCopy);
        expect(origins.map((copy) => basename(copy?.file ?? '', '.jsonl'))).toEqual([first?.turn.sessionId]);
      }
    },
  );

  it('is the same on another machine', () => {
    const project = projectsIn(sessions).find((each) => /2\.1\.325.*agent2/.test(each)) ?? '';
    const elsewhere = join(temporaryFolder(), 'C--Users-dev-agent2');
    cpSync(project, elsewhere, { recursive: true });
    const [file = ''] = mainFilesIn(project);
    const copy = join(elsewhere, basename(file));
    expect(tracesIn(copy).flatMap((turn) => turn.spans())).toEqual(tracesIn(file).flatMap((turn) => turn.spans()));
  });

  it('is the same in a copy with new ids for its lines, sub-agents included', () => {
    const project = projectsIn(sessions).find((each) => /2\.1\.325.*agent2/.test(each)) ?? '';
    const folder = join(temporaryFolder(), '-home-dev-agent2');
    cpSync(project, folder, { recursive: true });
    const [file = ''] = mainFilesIn(folder);
    let count = 0;
    const newUuid = () => `aaaaaaaa-0000-4000-8000-${String(++count).padStart(12, '0')}`;
    const made = makeSession({
      file,
      session: openSession(file),
      family: familyOf(file),
      folder,
      sessionId: OTHER,
      newUuid,
    });
    expect(made.kind).toBe('made');
    const clone = join(folder, `${OTHER}.jsonl`);
    const original = tracesIn(file);
    expect(tracesIn(clone).map((turn) => turn.traceId)).toEqual(original.map((turn) => turn.traceId));
    const ids = (turns: TurnTrace[]) =>
      turns
        .flatMap((turn) => turn.spans())
        .map((span) => [span.spanId, span.parentSpanId, span.startTimeUnixNano, span.sessionId]);
    // It is unknown which of two equal files is older, but both give the same answer.
    expect(ids(tracesIn(clone))).toEqual(ids(tracesIn(file)));
  });

  it('has the same name, although the fork left out another branch', () => {
    const main = new WrittenSession().prompt('one').reply('m1', 'ok').prompt('two').reply('m2', 'bad');
    const rewound = String(main.lines[1]?.['uuid']);
    main.prompt('two again', { parentUuid: rewound }).reply('m3', 'good');
    const lines = [0, 1, 4, 5].map((at) => ({ ...main.lines[at], sessionId: OTHER }));
    const queue = {
      type: 'queue-operation',
      operation: 'enqueue',
      timestamp: '2026-01-01T13:00:00.000Z',
      sessionId: OTHER,
    };
    const fork = [queue, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
    const file = layOut({ [`${SESSION}.jsonl`]: main, [`${OTHER}.jsonl`]: fork });
    const [, , third] = tracesIn(file);
    const [, second] = tracesIn(join(dirname(file), `${OTHER}.jsonl`));
    expect([third?.number, second?.number]).toEqual([3, 2]);
    expect(second?.isCopy).toBe(true);
    expect(sent(second?.spans() ?? [])).toEqual(sent(third?.spans() ?? []));
    expect(second?.spans()[0]?.name).toBe('Turn 2');
  });
});

describe('the session that a turn belongs to', () => {
  const turn = new WrittenSession().prompt('one').reply('m1', 'ok');
  const withId = (id: string, extra: object = {}) =>
    turn.lines.map((line) => `${JSON.stringify({ ...line, sessionId: id, ...extra })}\n`).join('');

  it('is the one that a branch names', () => {
    const file = layOut({
      [`${OTHER}.jsonl`]: withId(OTHER, { forkedFrom: { sessionId: SESSION, messageUuid: 'x' } }),
    });
    expect(tracesIn(file)[0]).toMatchObject({ sessionId: SESSION, isCopy: true });
  });

  it('is the one that a copied reply names, however often it was copied and whatever is left', () => {
    const folder = temporaryFolder();
    const third = '99999999-3333-4333-8333-333333333333';
    layOut({ [`${OTHER}.jsonl`]: withId(OTHER, { requestSessionId: SESSION }) }, folder);
    const file = layOut({ [`${third}.jsonl`]: withId(third, { requestSessionId: SESSION }) }, folder);
    for (const name of [OTHER, third]) {
      const [turn] = tracesIn(join(dirname(file), `${name}.jsonl`));
      expect(turn).toMatchObject({ sessionId: SESSION, isCopy: true });
    }
  });

  it('is the one on the line, when the file was copied under another name', () => {
    const file = layOut({ [`${OTHER}.jsonl`]: turn });
    expect(tracesIn(file)[0]).toMatchObject({ sessionId: SESSION, isCopy: true });
    expect(tracesIn(layOut({ 'backup.jsonl': turn }))[0]).toMatchObject({ sessionId: SESSION, isCopy: false });
  });

  it('is the one that is not a copy, over several hops', () => {
    const third = '99999999-3333-4333-8333-333333333333';
    const folder = temporaryFolder();
    const from = (sessionId: string) => ({ forkedFrom: { sessionId, messageUuid: 'x' } });
    layOut({ [`${SESSION}.jsonl`]: turn, [`${OTHER}.jsonl`]: withId(OTHER, from(SESSION)) }, folder);
    const file = layOut({ [`${third}.jsonl`]: withId(third, from(OTHER)) }, folder);
    const neighbours = new Neighbours();
    for (const name of [SESSION, OTHER, third]) {
      const { turns } = openTrace({ file: join(folder, `${name}.jsonl`), neighbours });
      expect(turns[0]?.sessionId, name).toBe(SESSION);
    }
    expect(openTrace({ file }).turns[0]?.sessionId).toBe(SESSION);
  });

  it('is the original, if a copy was made with an id for copies, as for usage', () => {
    const folder = temporaryFolder();
    const file = layOut({ [`${SESSION}.jsonl`]: turn }, folder);
    for (const first of ['0', '1', 'f']) {
      const id = copyIdOf(file, () => `${first}${OTHER.slice(1)}`);
      const copy = layOut({ [`${id}.jsonl`]: withId(id) }, folder);
      for (const each of [file, copy]) expect(tracesIn(each)[0]?.sessionId).toBe(SESSION);
    }
  });

  it('is its own, if an unrelated session began at the same moment', () => {
    const other = new WrittenSession(OTHER).prompt('else').reply('m9', 'other');
    const file = layOut({ [`${SESSION}.jsonl`]: turn, [`${OTHER}.jsonl`]: other });
    expect(tracesIn(file)[0]?.sessionId).toBe(SESSION);
    expect(tracesIn(join(dirname(file), `${OTHER}.jsonl`))[0]?.sessionId).toBe(OTHER);
  });
});

describe('exporting twice', () => {
  it('produces the same spans, byte for byte', () => {
    for (const project of projectsIn(sessions)) {
      for (const file of mainFilesIn(project)) {
        const twice = [tracesIn(file), tracesIn(file)].map((turns) =>
          JSON.stringify(turns.map((turn) => turn.spans())),
        );
        expect(twice[0]).toBe(twice[1]);
      }
    }
  });

  it('does not depend on when the file was written', () => {
    const session = new WrittenSession().prompt('one').reply('m1', 'ok');
    const file = layOut({ [`${SESSION}.jsonl`]: session });
    const before = tracesIn(file)[0]?.spans();
    writeFileSync(file, readFileSync(file));
    expect(tracesIn(file)[0]?.spans()).toEqual(before);
  });
});

/** Old clients wrote warmups next to the sessions; they belong to one of the copies. */
function isWarmup(span: Span, spans: readonly Span[]): boolean {
  return spans.some((other) => other.kind === 'agent' && other.spanId === span.parentSpanId);
}

describe('other files in the folder of a session', () => {
  it.skipIf(process.platform === 'win32')('are not read if they are pipes, devices or links', () => {
    const file = layOut({ [`${SESSION}.jsonl`]: new WrittenSession().prompt('ask').reply('m1', 'answer') });
    const beside = (id: string) => join(dirname(file), `${id}.jsonl`);
    expect(spawnSync('mkfifo', [beside(OTHER)]).status).toBe(0);
    symlinkSync('/dev/zero', beside('00000000-3333-4333-8333-333333333333'));
    expect(tracesIn(file).flatMap((turn) => turn.spans())).toHaveLength(2);
  });
});
