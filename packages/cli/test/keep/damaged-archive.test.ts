import { appendFileSync, readdirSync, rmSync, truncateSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Home, NOTES, NOW, newHome, UPLOAD } from './home.js';

describe('an archive that cannot be read', () => {
  it.each([
    ['restore', UPLOAD.slice(0, 8)],
    ['restore', 'nothing'],
    ['show', UPLOAD.slice(0, 8)],
    ['show', 'nothing'],
    ['ls', '--archived'],
    ['index', '--rebuild'],
    ['search', '--exact', 'upload'],
  ])('is told once by %s %s', async (...args) => {
    const home = await withDamaged();
    rmSync(home.main[UPLOAD] ?? '');
    expect(result((await home.unspool(...args)).err)).toHaveLength(1);
  });

  it('is reported once by an index that archives what is due', async () => {
    const home = await withDamaged();
    const file = home.main[UPLOAD] ?? '';
    appendFileSync(file, '\n');
    const time = NOW / 1000 + 3600;
    utimesSync(file, time, time);
    const later = home.at(NOW + 5 * 86_400_000);
    const { err } = await later('index');
    expect(result(err)).toHaveLength(1);
  });
});

const result = (err: string) => err.match(/end is missing/g) ?? [];

async function withDamaged(): Promise<Home> {
  const home = newHome();
  await home.unspool('archive', '--all');
  const folder = join(home.data, 'archive');
  const archive = readdirSync(folder).find((name) => name.startsWith(UPLOAD)) ?? '';
  truncateSync(join(folder, archive), 3000);
  utimesSync(join(folder, archive), NOW / 1000, NOW / 1000);
  expect(readdirSync(folder).some((name) => name.startsWith(NOTES))).toBe(true);
  return home;
}
