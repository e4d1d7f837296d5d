import { appendFileSync, copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Reader, type Target } from '../../src/read/reader.js';
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
  it('are those of the whole, from its beginning alone', async () => {
    const { json } = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?from=1&count=6`);
    expect(json.total).toBeNull();
    await served.get(`/api/sessions/${SESSION}/outline`);
    const whole = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?numbers=1..6`);
    expect(whole.json.total).toBe(TURNS);
    expect(json.turns).toEqual(whole.json.turns);
    expect(json.outlines.map(({ title }) => title)).toEqual(whole.json.outlines.map(({ title }) => title));
  });

  it('come while the rest is being read', async () => {
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

  it('are not answered from the beginning where they do not stand in it, or the file is small', () => {
    const reader = new Reader(undefined);
    expect(reader.firstTurns(target(), first)?.turns).toHaveLength(6);
    expect(reader.firstTurns(target(), { from: TURNS - 3, count: 6, numbers: undefined })).toBeUndefined();
    expect(reader.firstTurns(target(), { from: -3, count: 6, numbers: undefined })).toBeUndefined();
    const small = `${file}.small`;
    writeFileSync(small, script.text.slice(0, 200_000));
    expect(reader.firstTurns({ ...target(), file: small }, first)).toBeUndefined();
    expect(reader.firstTurns({ ...target(), file: `${file}.gone` }, first)).toBeUndefined();
  });

  it('are read anew when the file was replaced, and kept when it grew', () => {
    const reader = new Reader(undefined);
    const before = reader.firstTurns(target(), first);
    appendFileSync(file, '');
    expect(reader.firstTurns(target(), first)?.revision).toBe(before?.revision);
    const other = new SessionScript();
    for (let turn = 1; turn <= TURNS; turn++) other.user(`Other ${turn}.`).reply(`o${turn}`, 'y'.repeat(20_000));
    const copy = `${file}.copy`;
    copyFileSync(file, copy);
    writeFileSync(`${file}.new`, other.text);
    renameSync(`${file}.new`, file);
    expect(reader.firstTurns(target(), first)?.outlines[0]?.title).toBe('Other 1.');
    renameSync(copy, file);
  });
});
