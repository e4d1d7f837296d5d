import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openSession, type Turn, turnsOf } from '@unspool/session';
import { Prices } from '@unspool/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { earlyTurns } from '../../src/read/early-turns.js';
import { OpenedSession } from '../../src/read/opened-session.js';
import { Reader } from '../../src/read/reader.js';
import type { Target } from '../../src/read/target.js';
import type { TurnOutline } from '../../src/view/view.js';
import { withoutLines } from '../support/lines.js';
import { SessionScript, uuidOf } from '../support/script.js';

const corpus = process.env['UNSPOOL_CORPUS'];
const samples = join(import.meta.dirname, '../../../cli/samples/projects');
const fixtures = join(import.meta.dirname, '../../../session/fixtures/resume');
const outside = corpus === undefined ? [] : [join(corpus, 'corpus/files'), join(corpus, 'real-client')];
if (corpus === undefined) console.warn('UNSPOOL_CORPUS is not set: tests over outside sessions are skipped');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unspool-early-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('turns that are read alone', () => {
  it('are those of the whole file, or are left to it', async () => {
    let equal = 0;
    for (const file of [samples, fixtures, ...outside].filter(existsSync).flatMap(sessionFilesIn)) {
      equal += await compare(file);
    }
    expect(equal).toBeGreaterThan(100);
  }, 600_000);

  it('are read where every line hangs on the one before', async () => {
    const file = talk()
      .user('Third')
      .call('Bash', { command: 'ls' }, 'x'.repeat(100_000))
      .reply('r3', 'y'.repeat(50_000))
      .write(folder);
    expect(await compare(file)).toBe(5);
  });

  it('say nothing of turns that a compaction dropped', async () => {
    const boundary = { type: 'system', subtype: 'compact_boundary', content: '', compactMetadata: { trigger: 'auto' } };
    const file = talk().user('Third').reply('r3', 'x').line(boundary).user('Fourth').reply('r4', 'y').write(folder);
    const { turns } = turnsOf(openSession(file));
    const items = early(file, turns, 3, 2)?.turns.flatMap((turn) => turn.items);
    expect(items?.find(({ type }) => type === 'compaction')).toMatchObject({ trigger: 'auto', droppedTurns: 0 });
    expect(await compare(file)).toBeGreaterThan(5);
  });

  it.each<[string, (script: SessionScript) => SessionScript]>([
    [
      'a branch',
      (script) =>
        script
          .user('Third')
          .reply('r3', 'x')
          .user('Instead', { parentUuid: uuidOf(2) })
          .reply('r4', 'So.'),
    ],
    ['a line of an earlier turn', (script) => script.user('Third').reply('late', 'x', { parentUuid: uuidOf(2) })],
    [
      'a result of an earlier call',
      (script) => script.user('Third').user([{ type: 'tool_result', tool_use_id: 'toolu_before', content: 'x' }]),
    ],
    [
      'a call without its result',
      (script) => script.user('Third').reply('r3', [{ type: 'tool_use', id: 'toolu_x', name: 'Bash', input: {} }]),
    ],
    ['a line of a sub-agent', (script) => script.user('Third').reply('r3', 'x', { isSidechain: true })],
  ])('are left to the whole with %s', (_, add) => {
    const file = add(talk()).write(folder);
    const { turns } = turnsOf(openSession(file));
    expect(early(file, turns, turns.length - 1, 2)).toBeUndefined();
  });

  it('are left to the whole when they do not begin where somebody thought', () => {
    const file = talk().write(folder);
    const { turns } = turnsOf(openSession(file));
    const end = statSync(file).size;
    const at = (starts: number[], to = end) => earlyTurns(target(file), { first: 2, starts, end: to }, known);
    const second = turns[1]?.start.place.byte ?? 0;
    expect(at([second])?.turns).toHaveLength(1);
    expect(at([second + 1])).toBeUndefined();
    expect(at([0])).toBeUndefined();
    expect(at([second], second)).toBeUndefined();
    expect(at([])).toBeUndefined();
    expect(at([end + 10], end + 20)).toBeUndefined();
  });
});

const known = { billing: { prices: new Prices(), special: new Map() }, cwd: '/home/dev/app' };

function talk(): SessionScript {
  return new SessionScript().user('First').reply('r1', 'One.').user('Second').reply('r2', 'Two.');
}

/** How many stretches of the file gave turns; each of them must be as in the whole. */
async function compare(file: string): Promise<number> {
  const reader = new Reader(undefined);
  const { turns } = turnsOf(openSession(file));
  const { cwd } = new OpenedSession(basename(file, '.jsonl'), file);
  let equal = 0;
  for (const count of [1, 2, 5]) {
    for (let from = 1; from + count - 1 <= turns.length; from += 1 + Math.floor(turns.length / 40)) {
      const alone = early(file, turns, from, count, cwd);
      if (!alone) continue;
      const whole = await reader.turns(target(file), { from, count, numbers: undefined });
      const shown = turns.slice(from - 1, from - 1 + count);
      const [begin, end] = [shown[0]?.start.place.byte ?? 0, turns[from - 1 + count]?.start.place.byte ?? Infinity];
      // What stands elsewhere cannot be known in the stretch: the page asks again when all is known.
      const isInside = ({ place: { byte } }: Turn['start']) => byte >= begin && byte < end;
      if (!shown.every((turn) => turn.nodes.every(isInside))) continue;
      if (alone.turns.some(({ items }) => items.some((item) => item.type === 'tool' && isElsewhere(file, item.callId))))
        continue;
      equal++;
      expect(withoutLines(alone.turns), `${file} ${from} ${count}`).toEqual(withoutLines(whole.turns));
      expect(alone.outlines.map(ofItself), `${file} ${from} ${count}`).toEqual(whole.outlines.map(ofItself));
    }
  }
  return equal;
}

/** Of calls that share an id only the first is one; which that is, a stretch cannot know either. */
function isElsewhere(file: string, callId: string | null): boolean {
  return callId !== null && readFileSync(file, 'utf8').split(new RegExp(`"id": ?"${callId}"`)).length > 2;
}

/** A head without what the turns before it tell: a reply that stands in two turns counts in the first, for one. */
function ofItself(head: TurnOutline): object {
  return {
    ...head,
    tokens: null,
    cost: null,
    context: null,
    compaction: null,
    parent: null,
    isOnTip: true,
    bands: head.bands.length > 0,
  };
}

function early(file: string, turns: readonly Turn[], from: number, count: number, cwd?: string) {
  const starts = turns.slice(from - 1, from - 1 + count).map((turn) => turn.start.place.byte);
  const end = turns[from - 1 + count]?.start.place.byte ?? statSync(file).size;
  return earlyTurns(target(file), { first: from, starts, end }, { ...known, cwd });
}

function target(file: string): Target {
  return { id: basename(file, '.jsonl'), file, agentId: null, isRevealed: false, special: [] };
}

function sessionFilesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name));
}
