#!/usr/bin/env node
// Waits inside a session: the MCP server's first answer, searches, a blamed line, the status line.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from './generate.mjs';
import { UNSPOOL as CLI, inMs, judge, median, report, sessionFilesIn } from './measure.mjs';

const runs = Number(process.env.RUNS ?? 9);
const mb = Number(process.env.MB ?? 1000);
const folder = join(tmpdir(), `unspool-bench-usage-${mb}mb`);
if (!existsSync(join(folder, 'truth.json'))) generate(folder, { mb, files: mb * 2, seed: 2 });
const home = process.env.UNSPOOL_HOME ?? join(tmpdir(), `unspool-bench-home-${mb}mb`);
const env = { ...process.env, CLAUDE_CONFIG_DIR: folder, UNSPOOL_HOME: home };
spawnSync(process.execPath, [CLI, 'index', '--no-archive'], { env, stdio: 'ignore' });

const node = await medianOf(() => timed(() => spawnSync(process.execPath, ['-e', '0'], { env })));
report('node', inMs(node));
judge('MCP: until initialize is answered', (await medianOf(initialize)) / node, 2.5);

const [transcript] = sessionFilesIn(folder);
const given = JSON.stringify({ transcript_path: transcript, cost: { total_cost_usd: 1 } });
const line = () => timed(() => spawnSync(process.execPath, [CLI, 'statusline'], { env, input: given }));
judge('status line', (await medianOf(line)) / node, 2.5);

const server = await startServer();
await server.ask('tools/call', { name: 'search_sessions', arguments: { query: 'session', all_projects: true } });
for (const query of ['error', 'flaky test timeout', 'zzyzx']) {
  const call = { name: 'search_sessions', arguments: { query, all_projects: true } };
  judge(`MCP: search ${query}`, await medianOf(() => timed(() => server.ask('tools/call', call))), 50, 'ms');
}
server.end();

const Database = createRequire(new URL('../packages/store/package.json', import.meta.url))('libsql');
const database = new Database(join(home, 'unspool.db'), { readonly: true });
const { bytes, calls } = database
  .prepare('SELECT sum(length(hashes)) + count(*) * 60 AS bytes, count(*) AS calls FROM writes')
  .get();
const source = sessionFilesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0);
judge(`index of ${calls} writes, of the source`, (bytes / source) * 100, 4, '%');
const { path } = database
  .prepare(
    'SELECT names.text AS path, count(*) AS n FROM writes JOIN names ON names.id = writes.base GROUP BY base ORDER BY n DESC',
  )
  .get();
database.close();
const { findWriters, openStore } = await import('../packages/store/dist/index.js');
const store = (await openStore(join(home, 'unspool.db'))).database;
const asked = { paths: [`src/${path}`], text: 'const result = await load(options);', until: [Infinity] };
const ask = () => findWriters(store, [asked], { folder: '/x', names: [] });
judge(`a line of ${path}`, await medianOf(() => timed(ask)), 100, 'ms');
store.close();

async function initialize() {
  const start = performance.now();
  const started = await startServer();
  await started.ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  });
  const time = performance.now() - start;
  started.end();
  await once(started.child, 'exit');
  return time;
}

async function startServer() {
  const child = spawn(process.execPath, [CLI, 'mcp'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let id = 0;
  const ask = async (method, params) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
    let text = '';
    while (!text.endsWith('\n')) text += (await once(child.stdout, 'data'))[0];
    const { result, error } = JSON.parse(text);
    if (error || result.isError) throw new Error(text);
    return result;
  };
  return { child, ask, end: () => child.stdin.end() };
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function medianOf(measure) {
  const times = [];
  for (let run = 0; run < runs; run++) times.push(await measure());
  return median(times);
}
