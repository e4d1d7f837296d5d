import { appendFileSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Reader } from '../../src/read/reader.js';
import type { Target } from '../../src/read/target.js';
import { GivenTurns } from '../../src/server/given-turns.js';
import type { TurnsPage } from '../../src/view/routes.js';
import type { SessionOutline } from '../../src/view/view.js';
import { noRow } from '../support/row.js';
import { SESSION, SessionScript } from '../support/script.js';
import { Served } from '../support/served.js';

const TURNS = 300;
let served: Served;
let file: string;
const script = new SessionScript();

beforeAll(async () => {
  served = await Served.start((config) => {
    for (let turn = 1; turn <= TURNS; turn++) {
      script
        .user(`Turn ${turn}.`)
        .call('Bash', { command: `run ${turn}` }, 'x'.repeat(20_000))
        .reply(`d${turn}`, 'Done.');
    }
    file = script.fileIn(config);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, script.text);
  });
});
afterAll(() => served.stop());

const target = (): Target => ({ id: SESSION, file, agentId: null, isRevealed: false, special: [] });
const first = { from: 1, count: 6, numbers: undefined };

describe('the first turns of a huge session', () => {
  it('are the same when only the beginning was read', async () => {
    const { json } = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?from=1&count=6`);
    expect(json.total).toBeNull();
    await served.get(`/api/sessions/${SESSION}/outline`);
    const whole = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?numbers=1..6`);
    expect(whole.json.total).toBe(TURNS);
    expect(json.turns).toEqual(whole.json.turns);
    expect(json.outlines.map(({ title }) => title)).toEqual(whole.json.outlines.map(({ title }) => title));
  });

  it('are served while the rest is being read', async () => {
    const reader = new Reader(undefined);
    let isDone = false;
    const outline = reader.outline(target(), noRow).then((value: SessionOutline) => {
      isDone = true;
      return value;
    });
    expect((await reader.turns(target(), first)).turns.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(isDone).toBe(false);
    expect((await outline).turns).toHaveLength(TURNS);
  });

  it('are served again while the rest is being read', async () => {
    const before = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?from=1&count=5`);
    const [outline, again] = await Promise.all([
      served.get<SessionOutline>(`/api/sessions/${SESSION}/outline`),
      served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?from=1&count=5`),
    ]);
    expect(again.json).toEqual(before.json);
    expect(outline.json.turns).toHaveLength(TURNS);
  });
});

describe('turns in the middle of a huge session', () => {
  it('match the outline, up to the last one', async () => {
    const outline = await served.get<SessionOutline>(`/api/sessions/${SESSION}/outline`);
    const inside = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?from=250&count=6`);
    expect(inside.json.total).toBe(TURNS);
    expect(inside.json.turns.map(({ number, id }) => ({ number, id }))).toEqual(
      outline.json.turns.slice(249, 255).map(({ number, id }) => ({ number, id })),
    );
    const end = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?from=${TURNS - 2}&count=6`);
    expect(end.json.turns.map(({ number }) => number)).toEqual([TURNS - 2, TURNS - 1, TURNS]);
    const none = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?from=${TURNS + 5}&count=6`);
    expect(none.json.turns).toEqual([]);
  });
});

describe('cached turns', () => {
  const bytes = new Uint8Array([1]);

  it('are served as long as the file is unchanged', () => {
    const given = new GivenTurns();
    const copy = `${file}.copy`;
    copyFileSync(file, copy);
    given.keep('a', copy, bytes);
    expect(given.find('a', copy)).toBe(bytes);
    expect(given.find('b', copy)).toBeUndefined();
    appendFileSync(copy, '\n');
    expect(given.find('a', copy)).toBeUndefined();
    rmSync(copy);
    expect(given.find('a', copy)).toBeUndefined();
  });

  it('are kept only for the last few large files', () => {
    const given = new GivenTurns();
    const small = `${file}.small`;
    writeFileSync(small, 'x');
    given.keep('small', small, bytes);
    expect(given.find('small', small)).toBeUndefined();
    for (let at = 0; at < 20; at++) given.keep(String(at), file, bytes);
    expect(given.find('0', file)).toBeUndefined();
    expect(given.find('19', file)).toBe(bytes);
  });
});
