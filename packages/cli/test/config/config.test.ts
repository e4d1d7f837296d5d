import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOTES, type SampleHome, sampleHome } from '../support/sample-home.js';

let home: string;
let unspool: SampleHome['unspool'];
beforeEach(() => {
  ({ home, unspool } = sampleHome());
});

const written = () => JSON.parse(readFileSync(join(home, 'data/settings.json'), 'utf8'));

function write(text: string): void {
  mkdirSync(join(home, 'data'), { recursive: true });
  writeFileSync(join(home, 'data/settings.json'), text);
}

describe('unspool config', () => {
  it('sets, prints, lists and unsets', async () => {
    expect((await unspool('config', 'timezone')).exitCode).toBe(1);
    expect((await unspool('config', 'timezone', 'Asia/Tokyo')).exitCode).toBe(0);
    expect((await unspool('config', 'timezone')).out).toBe('Asia/Tokyo\n');
    expect((await unspool('config')).out).toMatch(/timezone +Asia\/Tokyo/);
    expect(JSON.parse((await unspool('config', '--json')).out).timezone).toBe('Asia/Tokyo');
    await unspool('config', 'timezone', '--unset');
    expect(written()).toEqual({});
  });

  it('leaves other settings as they are', async () => {
    write('{"theirs": 1, "archive": {"afterDays": 9}}');
    await unspool('config', 'project', 'notes');
    expect(written()).toEqual({ theirs: 1, archive: { afterDays: 9 }, project: 'notes' });
    await unspool('config', 'project', '--unset');
    expect(written()).toEqual({ theirs: 1, archive: { afterDays: 9 } });
  });

  it.each([
    ['timezone', 'Mars/Olympus', 'UTC or Europe/Berlin'],
    ['color', 'pink', 'auto, always or never'],
    ['project', '', 'must not be empty'],
    ['timezon', 'UTC', 'config timezone'],
    ['constructor', 'x', 'There is no setting'],
  ])('refuses %s %s', async (name, value, why) => {
    const { exitCode, err } = await unspool('config', name, value);
    expect(exitCode).toBe(2);
    expect(err).toContain(why);
  });

  it.each(['{', '[]', '{"timezone": 7}'])('says what is wrong with a file that contains %s', async (text) => {
    write(text);
    const { exitCode, err } = await unspool('usage');
    expect(exitCode).toBe(1);
    expect(err).toMatch(/settings\.json|timezone/);
  });
});

describe('what is set is the default', () => {
  it('for the project of lists, unless the command line names one', async () => {
    await unspool('config', 'project', 'notes');
    const listed = async (...more: string[]) =>
      JSON.parse((await unspool('ls', '--json', ...more)).out).map((row: { sessionId: string }) => row.sessionId);
    expect(await listed()).toEqual([NOTES]);
    expect(await listed('--project', 'shop-api')).not.toContain(NOTES);
  });

  it('for the time zone of usage', async () => {
    await unspool('config', 'timezone', 'Asia/Tokyo');
    expect(JSON.parse((await unspool('usage', '--json')).out).timezone).toBe('Asia/Tokyo');
    expect(JSON.parse((await unspool('usage', '--json', '--timezone', 'UTC')).out).timezone).toBe('UTC');
  });

  it('for colours', async () => {
    const ESCAPE = '\u001b[';
    expect((await unspool('ls')).out).not.toContain(ESCAPE);
    await unspool('config', 'color', 'always');
    expect((await unspool('ls')).out).toContain(ESCAPE);
  });
});
