import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

export const UPLOAD = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
export const NOTES = '7e57c0de-2222-4b1d-8c3f-0123456789ab';
/** 12 and 27 days before now. */
export const NOW = Date.UTC(2026, 5, 1);
const AGES: { [sessionId: string]: number } = { [UPLOAD]: 27, [NOTES]: 12 };
const samples = join(import.meta.dirname, '../../samples/projects');

export interface Home {
  home: string;
  data: string;
  config: string;
  main: { [sessionId: string]: string };
  unspool(...args: string[]): Promise<{ exitCode: number; out: string; err: string }>;
  json<T>(...args: string[]): Promise<T>;
  /** The same, later. */
  at(now: number): Home['unspool'];
}

/** A home with copies of two sample sessions. */
export function newHome(): Home {
  const home = mkdtempSync(join(tmpdir(), 'unspool-keep-cli-'));
  const config = join(home, '.claude');
  mkdirSync(join(config, 'projects'), { recursive: true });
  for (const project of ['-home-dev-shop-api', 'E--docs-notes']) {
    cpSync(join(samples, project), join(config, 'projects', project), { recursive: true });
  }
  const main = {
    [UPLOAD]: join(config, 'projects/-home-dev-shop-api', `${UPLOAD}.jsonl`),
    [NOTES]: join(config, 'projects/E--docs-notes', `${NOTES}.jsonl`),
  };
  for (const [id, file] of Object.entries(main)) {
    const time = NOW / 1000 - (AGES[id] ?? 0) * 86_400;
    for (const path of filesBelow(join(file, '..'))) if (path.includes(id)) utimesSync(path, time, time);
  }
  const data = join(home, 'data');
  const at =
    (now: number) =>
    async (...args: string[]) => {
      const io = memoryIo({ home, cwd: home, env: { UNSPOOL_HOME: data }, now });
      const exitCode = await run(args, io);
      return { exitCode, out: io.stdout(), err: io.stderr() };
    };
  const unspool = at(NOW);
  const json = async <T>(...args: string[]) => {
    const { out, err } = await unspool(...args, '--json');
    if (out === '') throw new Error(err);
    return JSON.parse(out) as T;
  };
  return { home, data, config, main, unspool, json, at };
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

export function bytesBelow(folder: string): { [name: string]: string } {
  return Object.fromEntries(filesBelow(folder).map((path) => [relative(folder, path), readFileSync(path, 'latin1')]));
}
