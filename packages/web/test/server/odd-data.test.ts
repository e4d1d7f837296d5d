import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SearchPage, SessionsPage, UsagePage } from '../../src/view/routes.js';
import { DAMAGES, randomOf } from '../support/damage.js';
import { askEverything } from '../support/every-route.js';
import { Served } from '../support/served.js';

const samples = sessionFilesIn(join(import.meta.dirname, '../../../cli/samples/projects'));
const corpus = process.env['UNSPOOL_CORPUS'];
const folders = corpus === undefined ? [] : ['corpus/files', 'real-client'].map((name) => join(corpus, name));
const outside = folders.filter(existsSync).flatMap((folder) => sessionFilesIn(folder));
if (outside.length === 0) console.warn('UNSPOOL_CORPUS is not set: tests over outside sessions are skipped');
// All of them take many minutes, so they run only with UNSPOOL_LONG=1.
const SHARE = process.env['UNSPOOL_LONG'] === undefined ? 40 : 1;
const LARGEST = 3_000_000;
const MAX_GROWTH = 700 * 1024 * 1024;

let served: Served | undefined;
afterEach(() => served?.stop());

describe('odd data', () => {
  it.each(Object.keys(DAMAGES))('%s: every request about a session is answered', async (name) => {
    expect(await answered(samples, [name], 11)).toEqual([]);
  });

  it.skipIf(outside.length === 0)(
    'outside sessions, whole and damaged, are answered too',
    async () => {
      const chosen = outside.filter((file, at) => at % SHARE === 0 && statSync(file).size <= LARGEST);
      expect(await answered(chosen, ['whole', ...Object.keys(DAMAGES)], 7)).toEqual([]);
    },
    7_200_000,
  );
});

/** Serves copies of the files, each damaged differently, and returns complaints about wrong answers. */
async function answered(files: readonly string[], damages: readonly string[], seed: number): Promise<string[]> {
  const random = randomOf(seedOr(seed));
  const before = process.memoryUsage().rss;
  served = await Served.start((config) => {
    for (const [at, file] of files.entries()) {
      for (const damage of damages.length > 2 ? ['whole', damages[1 + (at % (damages.length - 1))] ?? ''] : damages) {
        lay(file, damage, join(config, 'projects', `-odd-${at}`), random);
      }
    }
  });
  const wrong: string[] = [];
  const { json } = await served.get<SessionsPage>('/api/sessions?limit=500');
  expect(json.rows.length).toBeGreaterThan(0);
  for (const { id } of json.rows) wrong.push(...(await askEverything(served, id)));
  expect((await served.get<UsagePage>('/api/usage')).status).toBe(200);
  expect((await served.get<SearchPage>('/api/search?q=e')).status).toBe(200);
  for (const kind of ['tools', 'skills', 'sub-agents']) {
    expect((await served.get(`/api/usage/causes?kind=${kind}`)).status).toBe(200);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH);
  return [...wrong, ...served.faults.map(String)];
}

/** A fixed seed, so that a run can be repeated. `UNSPOOL_SEED=random` looks for new cases. */
function seedOr(usual: number): number {
  if (process.env['UNSPOOL_SEED'] !== 'random') return usual;
  const seed = Math.floor(Math.random() * 1e9);
  console.warn(`odd data from seed ${seed}`);
  return seed;
}

let count = 0;

function lay(file: string, damage: string, project: string, random: () => number): void {
  const id = `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
  mkdirSync(project, { recursive: true });
  const bytes = readFileSync(file);
  writeFileSync(join(project, `${id}.jsonl`), DAMAGES[damage]?.(bytes, random) ?? bytes);
  const beside = file.replace(/\.jsonl$/, '');
  if (!existsSync(beside)) return;
  cpSync(beside, join(project, id), { recursive: true });
  for (const agent of sessionFilesIn(join(project, id), 'agents')) {
    if (random() < 0.5) writeFileSync(agent, DAMAGES[damage]?.(readFileSync(agent), random) ?? readFileSync(agent));
  }
}

function sessionFilesIn(folder: string, which: 'sessions' | 'agents' = 'sessions'): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .filter((entry) => entry.name.startsWith('agent-') === (which === 'agents'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => which === 'agents' || !dirname(file).endsWith('subagents'))
    .sort();
}
