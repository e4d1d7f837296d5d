import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { count, newStore, update } from '../support/store.js';

/** More than are held at once (5,000), and more than a batch holds (500). */
const FILES = 5_003;

const prompt = (sessionId: string, text: string) =>
  `${JSON.stringify({ type: 'user', uuid: `u-${sessionId}-${text}`, parentUuid: null, sessionId, isSidechain: false, cwd: '/srv/app', timestamp: '2026-01-01T10:00:00.000Z', message: { role: 'user', content: text } })}\n`;

it('indexes more sessions than are held in memory at once, and then only what is new', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-many-'));
  const project = join(folder, 'projects', '-srv-app');
  mkdirSync(project, { recursive: true });
  const ids = Array.from({ length: FILES }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
  for (const id of ids) writeFileSync(join(project, `${id}.jsonl`), prompt(id, 'first'));
  const database = await newStore();
  expect(update(database, folder)).toMatchObject({ changed: FILES, problems: [] });
  expect(count(database, '(SELECT count(*) FROM sessions)')).toBe(FILES);
  expect(count(database, '(SELECT count(*) FROM files)')).toBe(FILES);
  const last = ids.at(-1) ?? '';
  appendFileSync(join(project, `${last}.jsonl`), prompt(last, 'second'));
  expect(update(database, folder)).toMatchObject({ changed: 1, problems: [] });
  expect(update(database, folder)).toMatchObject({ changed: 0 });
});
