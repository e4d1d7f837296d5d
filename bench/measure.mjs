import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built command. */
export const UNSPOOL = fileURLToPath(new URL('../packages/cli/dist/unspool.js', import.meta.url));

/** The original environment, because npm may need its certificates. */
export const GIVEN_ENV = { ...process.env };

// If this is set, every Node process reads all of the machine's certificates when it starts. This triples the start time
// and would dominate all ratios.
delete process.env.NODE_EXTRA_CA_CERTS;

const REPORT_PEAK = fileURLToPath(new URL('./report-peak.mjs', import.meta.url));

/**
 * The median time of each job over `runs`, in milliseconds. The jobs alternate, so that a machine that becomes slower
 * affects all of them, and each comes first equally often.
 */
export function interleaved(jobs, runs) {
  const names = Object.keys(jobs);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const name of run % 2 === 0 ? names : names.toReversed()) {
      globalThis.gc?.();
      const start = performance.now();
      jobs[name]();
      times[name].push(performance.now() - start);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Runs a Node script to its end. `peakMb` is its peak memory as counted by the system. */
export function runNode(args, { env = {}, okStatus = [0] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-bench-'));
  const report = join(folder, 'peak');
  const start = performance.now();
  const child = spawnSync(process.execPath, ['--import', REPORT_PEAK, ...args], {
    env: { ...process.env, ...env, UNSPOOL_BENCH_REPORT: report },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const ms = performance.now() - start;
  if (!okStatus.includes(child.status)) {
    throw new Error(`node ${args.join(' ')} ended with ${child.status ?? child.signal}:\n${child.stderr}`);
  }
  const peakMb = Number(readFileSync(report, 'utf8')) / 1024;
  rmSync(folder, { recursive: true });
  return { ms, peakMb, status: child.status, stdout: child.stdout };
}

export function sessionFilesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

export const report = (label, value) => console.log(`${label.padEnd(32)} ${value}`);
export const inMs = (ms) => `${ms.toFixed(0)} ms`;
export const inMb = (mb) => `${mb.toFixed(0)} MB`;

/** Prints a figure with its maximum. `unit` is `x` for a ratio. */
export function judge(label, value, target, unit = 'x') {
  const shown = (number) =>
    unit === 'x' ? `${number.toFixed(2)} x` : `${number.toFixed(unit === 'ms' ? 1 : 0)} ${unit}`;
  report(
    label,
    `${shown(value).padStart(9)}   target ${unit === 'x' ? target : `${target} ${unit}`}   ${value <= target ? 'met' : 'NOT MET'}`,
  );
}
