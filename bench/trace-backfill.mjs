#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { generate } from './generate.mjs';
import { inMb, inMs, median, report, sessionFilesIn, UNSPOOL } from './measure.mjs';

// `trace backfill` from the start of its process to its exit, with nothing sent before: finding and reading sessions,
// spans, redaction, ids, state, and sending to a file or to an OTLP receiver on loopback (JSON, once plain as for loopback
// and once gzipped as for another machine). Compared with a process that reads the same files, splits them at newlines
// and runs JSON.parse on each line. Measured by the clock, by the main thread's processor time (Linux only; on a busy
// machine the closest to an idle machine's clock) and by that of all threads, with a warm cache. Runs with 63 MB, where
// starting and warming up matter most, and with 1 GB. MB=n runs one size only; RUNS=n sets the number of rounds.
if (process.env.MB === undefined) {
  for (const MB of ['60', '1000']) {
    const { status } = spawnSync(process.execPath, process.argv.slice(1), {
      env: { ...process.env, MB },
      stdio: 'inherit',
    });
    if (status !== 0) process.exit(1);
  }
  process.exit();
}
const runs = Number(process.env.RUNS ?? 3);
const mb = Number(process.env.MB);
const folder = join(tmpdir(), `unspool-bench-trace-backfill${mb === 60 ? '' : `-${mb}`}`);
if (!existsSync(join(folder, 'truth.json'))) generate(folder, { mb, files: Math.ceil((mb * 4) / 3), seed: 7 });
const files = sessionFilesIn(folder);
for (const file of files) utimesSync(file, new Date(0), new Date(0));
const size = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;

const BARE = `
  const { readFileSync } = require('node:fs');
  for (const file of readFileSync(0, 'utf8').split('\\n')) {
    const bytes = readFileSync(file);
    for (let start = 0, end; start < bytes.length; start = end + 1) {
      end = bytes.indexOf(10, start);
      if (end < 0) end = bytes.length;
      if (end > start) JSON.parse(bytes.toString('utf8', start, end));
    }
  }`;

const RECEIVER = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:http').createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;
const receiver = new Worker(RECEIVER, { eval: true });
const port = await new Promise((done) => receiver.once('message', done));

backfill('redacted');
const jobs = { 'bare parse': () => run(['-e', BARE], {}, files.join('\n')) };
for (const content of ['none', 'full', 'redacted']) jobs[`file, ${content}`] = () => backfill(content);
for (const content of ['full', 'redacted'])
  jobs[`loopback, ${content}`] = () => backfill(content, `otlp:http://127.0.0.1:${port}`);
jobs['gzipped, redacted'] = () => backfill('redacted', 'far');
const all = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
for (let round = 0; round < runs; round++) {
  for (const [name, job] of Object.entries(jobs)) {
    // Warms the cache, because otherwise the first job would wait for the disk.
    for (const file of files) readFileSync(file);
    all[name].push(job());
  }
}
await receiver.terminate();

report('files', `${files.length}, ${inMb(size)}`);
const bare = medians(all['bare parse']);
report('bare parse', `${inMs(bare.ms)}, ${inMs(bare.cpu)} of processor time`);
for (const name of Object.keys(jobs).slice(1)) {
  const { ms, main, cpu, peakMb } = medians(all[name]);
  const { turns, spans } = all[name][0].result;
  const rate = `${Math.round(turns / (ms / 1000))} turns/s, ${(size / (ms / 1000)).toFixed(1)} MB/s`;
  report(name, `${inMs(ms)}, ${inMs(cpu)} of processor time, ${spans} spans, ${rate}, peak ${inMb(peakMb)}`);
  report(
    `RATIO ${name} (target at most 4)`,
    `${(ms / bare.ms).toFixed(1)}, main thread ${(main / bare.main).toFixed(1)}, all threads ${(cpu / bare.cpu).toFixed(1)}`,
  );
}

function backfill(content, sink) {
  const home = mkdtempSync(join(tmpdir(), 'unspool-bench-home-'));
  const env = { UNSPOOL_HOME: home, CLAUDE_CONFIG_DIR: folder };
  if (sink === 'far') configure(home, sink);
  const to = sink ?? `file:${join(home, 'spans.jsonl')}`;
  const { stdout, ...times } = run([UNSPOOL, 'trace', 'backfill', '--sink', to, '--content', content, '--json'], env);
  // Remove it right away, so that later runs reuse its cache memory: fresh memory costs more.
  rmSync(home, { recursive: true });
  return { ...times, result: JSON.parse(stdout) };
}

/** A sink configured as if on another machine. */
function configure(home, name) {
  const url = `http://127.0.0.1:${port}/v1/traces`;
  const sinks = [{ type: 'otlp', name, url, encoding: 'json', gzip: true, headers: {} }];
  mkdirSync(join(home, 'trace'));
  const config = { sinks, content: 'redacted', salt: 'the same in every run' };
  writeFileSync(join(home, 'trace', 'config.json'), JSON.stringify(config));
}

/** The process itself reports what it used. */
function run(args, env, input = '') {
  const place = mkdtempSync(join(tmpdir(), 'unspool-bench-used-'));
  const used = join(place, 'used.json');
  const report = `import { existsSync, readFileSync, writeFileSync } from 'node:fs'; process.on('exit', () => {
    const stat = '/proc/self/task/' + process.pid + '/schedstat';
    const main = existsSync(stat) ? Number(readFileSync(stat, 'utf8').split(' ')[0]) / 1e6 : NaN;
    writeFileSync(${JSON.stringify(used)}, JSON.stringify({ ...process.resourceUsage(), main }));
  });`;
  const preload = `data:text/javascript,${encodeURIComponent(report)}`;
  const start = performance.now();
  const child = spawnSync(process.execPath, ['--import', preload, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    input,
  });
  const ms = performance.now() - start;
  if (child.status !== 0) throw new Error(`it ended with ${child.status ?? child.signal}:\n${child.stderr}`);
  const { userCPUTime, systemCPUTime, maxRSS, main } = JSON.parse(readFileSync(used, 'utf8'));
  rmSync(place, { recursive: true });
  return { ms, main, cpu: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024, stdout: child.stdout };
}

function medians(list) {
  const of = (key) => median(list.map((each) => each[key]));
  return { ms: of('ms'), main: of('main'), cpu: of('cpu'), peakMb: of('peakMb') };
}
