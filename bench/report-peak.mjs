// Loaded into a measured process with --import: leaves its peak memory (kB) where runNode looks for it.
import { writeFileSync } from 'node:fs';

const report = process.env.UNSPOOL_BENCH_REPORT;
if (report) process.on('exit', () => writeFileSync(report, String(process.resourceUsage().maxRSS)));
