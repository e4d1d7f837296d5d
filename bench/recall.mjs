#!/usr/bin/env node
// Recall: 60 questions about the public sessions in UNSPOOL_CORPUS. Prints the rank of the right session and turn in the
// results of `search_sessions`, and the tokens of each answer. `bench/inside.mjs` measures times.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UNSPOOL as CLI, judge, median } from './measure.mjs';
import { QUESTIONS } from './recall-questions.mjs';

const corpus = process.env.UNSPOOL_CORPUS;
if (!corpus) throw new Error('UNSPOOL_CORPUS names no folder with corpus/');
const place = mkdtempSync(join(tmpdir(), 'unspool-bench-recall-'));
const env = { ...process.env, CLAUDE_CONFIG_DIR: join(place, 'config'), UNSPOOL_HOME: join(place, 'home') };
spawnSync(process.execPath, [join(corpus, 'corpus/lay-out.mjs'), env.CLAUDE_CONFIG_DIR], { stdio: 'ignore' });
const server = spawn(process.execPath, [CLI, 'mcp'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
try {
  const rows = [];
  for (const [query, session, turns] of QUESTIONS) rows.push({ query, ...ranked(await ask(query), session, turns) });
  for (const { query, rank, tokens } of rows)
    console.log(`${String(rank ?? '–').padStart(3)}  ${String(tokens).padStart(4)} tokens  ${query}`);
  const within = (most) => rows.filter(({ rank }) => rank !== undefined && rank <= most).length;
  console.log(`\nfirst ${within(1)}, first three ${within(3)}, first eight ${within(8)} of ${rows.length}`);
  judge('not among the first three', ((rows.length - within(3)) / rows.length) * 100, 10, '%');
  judge('tokens of an answer, median', median(rows.map(({ tokens }) => tokens)), 800, 'tokens');
  judge('tokens of an answer, most', Math.max(...rows.map(({ tokens }) => tokens)), 800, 'tokens');
} finally {
  server.stdin.end();
  await once(server, 'exit');
  rmSync(place, { recursive: true });
}

/** The rank of the right hit. */
function ranked(text, session, turns) {
  const hits = [...text.matchAll(/^(?:.*? )?(\d+)\. session ([0-9a-f]{8}) turn (\d+)/gm)];
  const at = hits.findIndex(([, , id, turn]) => id === session && turns.includes(Number(turn)));
  return { rank: at < 0 ? undefined : at + 1, tokens: Number(/about (\d+) of/.exec(text)?.[1] ?? 0) };
}

async function ask(query) {
  const params = { name: 'search_sessions', arguments: { query, all_projects: true } };
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`);
  let text = '';
  while (!text.endsWith('\n')) text += (await once(server.stdout, 'data'))[0];
  return JSON.parse(text).result.content[0].text;
}
