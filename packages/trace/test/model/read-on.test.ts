import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { TurnPoint } from '@unspool/session/model';
import { describe, expect, it } from 'vitest';
import { openTrace, type TurnTrace } from '../../src/index.js';
import { queuedFiles } from '../../src/queue/queue-files.js';
import { readOpenSession } from '../../src/state/open-sessions.js';
import { GrowingProject, projectsIn, writesOf } from '../support/growing-session.js';
import { Tracer } from '../support/tracer.js';
import { layOut, SESSION, temporaryFolder, WrittenSession } from '../support/written-session.js';

const corpus = process.env['UNSPOOL_CORPUS'];
const sessions = corpus ? join(corpus, 'real-client/sessions') : join(import.meta.dirname, '../../fixtures/sessions');

/** Each line ends a prefix; in long sessions only some of the later ones are tried. */
const MAX_LOOKS = 150;

let parts = 0;
let wholes = 0;

describe('continuing from the last turn gives the same as reading the whole file', () => {
  it.each(projectsIn(sessions).map((project) => [relative(sessions, project), project]))('%s', (_, project) => {
    const growing = new GrowingProject(project, temporaryFolder());
    const look = new Looks();
    const writes = writesOf(project);
    const every = Math.ceil(writes.length / MAX_LOOKS);
    for (const [at, write] of writes.entries()) {
      const file = growing.write(write);
      if (!write.isMain) wroteAt(file, write.bytes);
      else if (at % every === 0 || at === writes.length - 1) look.at(file);
    }
  });

  it('and is nearly always possible', () => {
    expect(parts).toBeGreaterThan(wholes);
  });
});

/** Each read begins where the previous one says. */
class Looks {
  private readonly points = new Map<string, TurnPoint>();
  private readonly before = new Map<string, string[]>();

  at(file: string): void {
    const from = this.points.get(file);
    const whole = openTrace({ file, content: 'full' });
    const part = openTrace({ file, content: 'full', ...(from && { from }) });
    const turns = whole.turns.map(summaryOf);
    if (from && part.reading === 'part') {
      parts++;
      expect(part.turns.map(summaryOf)).toEqual(turns.slice(from.turns));
      // What is before the point has not changed.
      expect(turns.slice(0, from.turns)).toEqual(this.before.get(file)?.slice(0, from.turns));
    } else if (from) wholes++;
    this.before.set(file, turns);
    const point = part.point();
    if (!point) return;
    expect(point).toEqual(whole.point());
    this.points.set(file, JSON.parse(JSON.stringify(point)));
  }
}

describe('reading from a point', () => {
  const [project = ''] = projectsIn(join(import.meta.dirname, '../../fixtures/sessions'));
  const file = join(project, readdirSync(project).find((name) => name.endsWith('.jsonl')) ?? '');

  it('reads nothing instead of the whole file, when asked to', () => {
    expect(openTrace({ file, isPartOnly: true })).toMatchObject({ reading: 'unread', turns: [] });
  });

  it('reads the whole file if the point is wrong', () => {
    const point = { byte: 10, lines: 1, turns: 1, depth: 2, begin: 0, time: 5, queued: [], ids: '' };
    expect(openTrace({ file, from: point }).reading).toBe('whole');
    expect(openTrace({ file, from: { ...point, byte: statSync(file).size } }).reading).toBe('whole');
  });
});

describe('the whole file is read when the lines after the point', () => {
  const base = () => new WrittenSession().prompt('one').call('m1', 't1').result('t1').reply('m2', 'a').prompt('two');
  const uuid = (at: number) => base().lines[at]?.['uuid'];

  const cases: [string, (session: WrittenSession) => WrittenSession, 'part' | 'whole'][] = [
    ['go on as usual (then not)', (session) => session.reply('m3', 'b').prompt('three').reply('m4', 'c'), 'part'],
    ['branch off before it', (session) => session.prompt('other', { parentUuid: uuid(3) }), 'whole'],
    ['answer a call of before', (session) => session.reply('m3', 'b').result('t1', 'late'), 'whole'],
    ['go on with a reply of before', (session) => session.reply('m2', 'more'), 'whole'],
    ['repeat a call of before', (session) => session.call('m3', 't1'), 'whole'],
    [
      'compact what is before',
      (session) =>
        session.line({ type: 'system', subtype: 'compact_boundary', parentUuid: null, logicalParentUuid: uuid(3) }),
      'whole',
    ],
    ['are of a sub-agent', (session) => session.reply('m3', 'b', {}, { isSidechain: true }), 'whole'],
  ];
  it.each(cases)('%s', (_, more, reading) => {
    const before = layOut({ [`${SESSION}.jsonl`]: base() });
    const from = openTrace({ file: before }).point();
    expect(from).toMatchObject({ turns: 1, depth: 2, lines: 4 });
    const after = layOut({ [`${SESSION}.jsonl`]: more(base()) });
    expect(openTrace({ file: after, ...(from && { from }) }).reading).toBe(reading);
  });
});

describe('a hook for a large session', () => {
  it('continues from the last turn, and leaves the file to the worker only if it must be read whole', () => {
    const tracer = new Tracer([{ type: 'file', name: 'file', path: join(temporaryFolder(), 'spans.jsonl') }]);
    const session = new WrittenSession().prompt('one').reply('m1', 'a'.repeat(50_000)).prompt('two').reply('m2', 'b');
    const file = layOut({ [`${SESSION}.jsonl`]: session });
    tracer.hook('Stop', file);
    const queued = () => queuedFiles(tracer.folder.queue('file')).length;
    expect(queued()).toBe(1);
    Object.assign(tracer.world, { mostBytes: 10_000 });
    writeFileSync(file, session.prompt('three').reply('m3', 'c').text());
    tracer.hook('Stop', file);
    expect(queued()).toBe(2);
    expect(readOpenSession(tracer.folder, file)).not.toHaveProperty('pending');
    writeFileSync(file, session.reply('m1', 'again').text());
    tracer.hook('Stop', file);
    expect(queued()).toBe(2);
    expect(readOpenSession(tracer.folder, file)).toHaveProperty('pending');
    tracer.remove();
  });
});

function summaryOf(turn: TurnTrace): string {
  return JSON.stringify({ ...turn, spans: turn.spans() });
}

/** Sets the age of a sub-agent's file to that of its last line. */
function wroteAt(file: string, bytes: Buffer): void {
  const time = Date.parse(/"timestamp":"([^"]+)"/.exec(bytes.toString())?.[1] ?? '');
  if (!Number.isNaN(time)) utimesSync(file, time / 1000, time / 1000);
}
