#!/usr/bin/env node
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from './generate.mjs';
import { inMb, inMs, report, runNode, sessionFilesIn, UNSPOOL } from './measure.mjs';

// `trace backfill` into a file, against a bare parse of the same files: whole file as a Buffer, lines, JSON.parse.
const folder = join(tmpdir(), 'unspool-bench-trace-backfill');
if (!existsSync(join(folder, 'truth.json'))) generate(folder, { mb: 60, files: 80, seed: 7 });
const files = sessionFilesIn(folder);
for (const file of files) utimesSync(file, new Date(0), new Date(0));
const mb = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;

const bare = performance.now();
for (const file of files) for (const line of readFileSync(file, 'utf8').split('\n')) if (line) JSON.parse(line);
const bareMs = performance.now() - bare;
report('files', `${files.length}, ${inMb(mb)}`);
report('bare parse', inMs(bareMs));
for (const content of ['redacted', 'full', 'none']) {
  const home = mkdtempSync(join(tmpdir(), 'unspool-bench-home-'));
  const env = { UNSPOOL_HOME: home, CLAUDE_CONFIG_DIR: folder };
  const sink = `file:${join(home, 'spans.jsonl')}`;
  const args = ['trace', 'backfill', '--sink', sink, '--content', content, '--json'];
  const { ms, peakMb, stdout } = runNode([UNSPOOL, ...args], { env });
  const { turns, spans } = JSON.parse(stdout);
  const rate = `${Math.round(turns / (ms / 1000))} turns/s, ${(mb / (ms / 1000)).toFixed(1)} MB/s`;
  report(content, `${inMs(ms)}, ${spans} spans, ${rate}, peak ${inMb(peakMb)}`);
  report(`RATIO ${content} (target at most 2)`, (ms / bareMs).toFixed(1));
  rmSync(home, { recursive: true });
}
