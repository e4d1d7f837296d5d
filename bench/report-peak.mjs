// Loaded into a measured process with --import. Reports its peak memory (kB) to runNode.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const report = process.env.UNSPOOL_BENCH_REPORT;
if (report) process.on('exit', () => writeFileSync(report, String(peak())));

/** On Linux, a process inherits maxRSS from its (here large) parent, but VmHWM is its own. */
function peak() {
  const status = '/proc/self/status';
  const own = existsSync(status) && /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(status, 'utf8'))?.[1];
  return own || process.resourceUsage().maxRSS;
}
