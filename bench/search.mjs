#!/usr/bin/env node
// Search: the query alone, the whole command against a bare node, and without an index against ripgrep (RG sets its path).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, parseQuery, searchIndex } from '../packages/store/dist/index.js';
import { generate } from './generate.mjs';
import { UNSPOOL as CLI, inMs, interleaved, judge, median, report } from './measure.mjs';

const rg = process.env.RG ?? ripgrep();
const runs = Number(process.env.RUNS ?? 7);
const mb = Number(process.env.MB ?? 1000);
const folder = join(tmpdir(), `unspool-bench-usage-${mb}mb`);
if (!existsSync(join(folder, 'truth.json'))) generate(folder, { mb, files: mb * 2, seed: 2 });
const home = process.env.UNSPOOL_HOME ?? join(tmpdir(), `unspool-bench-home-${mb}mb`);
const none = mkdtempSync(join(tmpdir(), 'unspool-bench-none-'));
program(process.execPath, [CLI, 'index', '--no-archive'], home);

const { database } = await openStore(join(home, 'unspool.db'));
const words = wordsOf();
console.log('\nthe answer, from the open index');
for (const [name, text] of Object.entries(words)) {
  const times = [];
  let count = 0;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    const result = searchIndex(database, parseQuery(text), {
      filters: {},
      sort: 'rank',
      limit: 20,
      areCopiesOne: true,
    });
    times.push(performance.now() - start);
    count = result.count + (result.isMore ? '+' : '');
  }
  judge(`${name} (${count} hits)`, median(times), 10, 'ms');
}
database.close();

console.log('\nthe whole command');
const jobs = Object.fromEntries(
  Object.entries(words).map(([name, text]) => [name, () => program(process.execPath, [CLI, 'search', text], home)]),
);
const ms = interleaved({ node: () => program(process.execPath, ['-e', '0'], home), ...jobs }, runs);
for (const [name, time] of Object.entries(ms)) {
  report(name, inMs(time));
  if (name !== 'node') judge('  RATIO to node', time / ms.node, 5);
}

if (rg) {
  console.log('\nwithout an index');
  const scan = interleaved(
    {
      ripgrep: () => program(rg, ['-c', '--no-messages', 'zzyzx', folder], none, [0, 1]),
      unspool: () => program(process.execPath, [CLI, 'search', 'zzyzx'], none, [0, 1]),
    },
    runs,
  );
  for (const [name, time] of Object.entries(scan)) report(name, inMs(time));
  judge('  RATIO unspool / ripgrep', scan.unspool / scan.ripgrep, 2.2);
}

/** The ripgrep in our packages. */
function ripgrep() {
  const name = `@vscode/ripgrep-${process.platform}-${process.arch}/bin/rg${process.platform === 'win32' ? '.exe' : ''}`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    console.log('there is no ripgrep: set RG');
    return undefined;
  }
}

/** A rare word, a frequent word and a phrase. */
function wordsOf() {
  database.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, texts, row)');
  const pick = (order, where) =>
    String(
      database
        .prepare(
          `SELECT term FROM temp.vocabulary WHERE term GLOB '[a-z]*' AND length(term) > 3 AND ${where} ORDER BY ${order} LIMIT 1`,
        )
        .get()?.term,
    );
  const common = pick('doc DESC', '1');
  return {
    rare: pick('term', 'doc BETWEEN 2 AND 5'),
    common,
    phrase: `"${common} ${pick('doc DESC', `term <> '${common}'`)}"`,
  };
}

function program(command, args, unspoolHome, ok = [0, 1]) {
  const child = spawnSync(command, args, {
    env: { ...process.env, CLAUDE_CONFIG_DIR: folder, UNSPOOL_HOME: unspoolHome },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  if (!ok.includes(child.status)) throw new Error(`${command} ${args.join(' ')} ended with ${child.status}`);
}
