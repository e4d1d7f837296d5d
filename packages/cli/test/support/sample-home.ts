import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/program.js';
import { memoryIo } from './memory-io.js';

const samples = join(import.meta.dirname, '../../samples');
export const UPLOAD = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
export const NOTES = '7e57c0de-2222-4b1d-8c3f-0123456789ab';
/** When the sessions were touched last: so long ago that none counts as live. */
export const LONG_AGO = Date.UTC(2026, 4, 1) / 1000;

export interface SampleHome {
  home: string;
  /** The folder of the session UPLOAD. */
  project: string;
  unspool(...args: string[]): Promise<Ended>;
  unspoolAt(columns: number | undefined, ...args: string[]): Promise<Ended>;
}

export interface Ended {
  exitCode: number;
  out: string;
  err: string;
}

/** A home with copies of the sample sessions, quiet for long. */
export function sampleHome(): SampleHome {
  const home = mkdtempSync(join(tmpdir(), 'unspool-cli-'));
  const project = join(home, '.claude/projects/-home-dev-shop-api');
  mkdirSync(join(project, UPLOAD, 'subagents'), { recursive: true });
  mkdirSync(join(home, '.claude/projects/E--docs-notes'), { recursive: true });
  const from = join(samples, 'projects/-home-dev-shop-api');
  copyFileSync(join(from, `${UPLOAD}.jsonl`), join(project, `${UPLOAD}.jsonl`));
  for (const name of readdirSync(join(from, UPLOAD, 'subagents'))) {
    const agent = join(project, UPLOAD, 'subagents', name);
    copyFileSync(join(from, UPLOAD, 'subagents', name), agent);
    utimesSync(agent, LONG_AGO, LONG_AGO);
  }
  const notes = join(home, `.claude/projects/E--docs-notes/${NOTES}.jsonl`);
  copyFileSync(join(samples, `projects/E--docs-notes/${NOTES}.jsonl`), notes);
  for (const file of [join(project, `${UPLOAD}.jsonl`), notes]) utimesSync(file, LONG_AGO, LONG_AGO);
  const unspoolAt = async (columns: number | undefined, ...args: string[]) => {
    const env = { UNSPOOL_HOME: join(home, 'data') };
    const io = memoryIo({ columns, home, cwd: home, env, now: Date.UTC(2026, 5, 1) });
    const exitCode = await run(args, io);
    return { exitCode, out: io.stdout(), err: io.stderr() };
  };
  return { home, project, unspoolAt, unspool: (...args) => unspoolAt(undefined, ...args) };
}
