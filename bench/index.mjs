#!/usr/bin/env node
// The first full index against a minimal program with the same texts, the same driver and one FTS5 table in one
// transaction.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { searchableOf } from '../packages/session/dist/facts.js';
import { generate } from './generate.mjs';
import { UNSPOOL as CLI, inMs, interleaved, judge, report, sessionFilesIn } from './measure.mjs';

const mb = Number(process.env.MB ?? 1000);
const folder = join(tmpdir(), `unspool-bench-usage-${mb}mb`);

if (process.argv[2] === 'bare') bare(process.argv[3]);
else main();

function main() {
  if (!existsSync(join(folder, 'truth.json'))) generate(folder, { mb, files: mb * 2, seed: 2 });
  const homes = [];
  const peaks = [];
  let part = 0;
  const home = () => {
    const made = mkdtempSync(join(tmpdir(), 'unspool-bench-index-'));
    homes.push(made);
    return made;
  };
  const ms = interleaved(
    {
      bare: () => program([fileURLToPath(import.meta.url), 'bare', join(home(), 'bare.db')]),
      unspool: () => {
        const made = home();
        peaks.push(program([CLI, 'index', '--no-archive'], { UNSPOOL_HOME: made }));
        part = (statSync(join(made, 'unspool.db')).size / sizeOfSource()) * 100;
      },
    },
    Number(process.env.RUNS ?? 3),
  );
  for (const [name, time] of Object.entries(ms)) report(name, inMs(time));
  judge('RATIO unspool / bare', ms.unspool / ms.bare, 1.3);
  judge('peak memory', Math.max(...peaks), 250, 'MB');
  judge('index, of the source', part, 25, '%');
  for (const made of homes) rmSync(made, { recursive: true });
}

function bare(file) {
  const Database = createRequire(new URL('../packages/store/package.json', import.meta.url))('libsql');
  const database = new Database(file);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec("CREATE VIRTUAL TABLE texts USING fts5(text, content='')");
  const insert = database.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)');
  let id = 0;
  database.exec('BEGIN');
  for (const path of sessionFilesIn(folder)) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line === '') continue;
      for (const { text } of searchableOf(JSON.parse(line))) insert.run([++id, text]);
    }
  }
  database.exec('COMMIT');
  database.close();
}

function program(args, env = {}) {
  const child = spawnSync(
    '/usr/bin/env',
    [
      'sh',
      '-c',
      '"$0" "$@"; exit $?',
      process.execPath,
      '--import',
      new URL('./report-peak.mjs', import.meta.url).href,
      ...args,
    ],
    {
      env: {
        ...process.env,
        CLAUDE_CONFIG_DIR: folder,
        UNSPOOL_BENCH_REPORT: join(tmpdir(), 'unspool-bench-peak'),
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (child.status !== 0) throw new Error(`${args.join(' ')} ended with ${child.status}`);
  return Number.parseInt(readFileSync(join(tmpdir(), 'unspool-bench-peak'), 'utf8'), 10) / 1024;
}

function sizeOfSource() {
  return sessionFilesIn(folder).reduce((sum, path) => sum + statSync(path).size, 0);
}
