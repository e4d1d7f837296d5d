#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from './generate.mjs';
import { inMb, inMs, report, runNode, sessionFilesIn, UNSPOOL } from './measure.mjs';

// `check` on one huge session: it may hold the outline of the file in memory, never the file.
const folder = join(tmpdir(), 'unspool-bench-check-1gb');
if (!existsSync(join(folder, 'truth.json'))) generate(folder, { mb: 1000, seed: 3, single: true });
const [file] = sessionFilesIn(folder);

const { ms, peakMb, stdout } = runNode([UNSPOOL, 'check', file, '--json'], { okStatus: [0, 1] });
const [{ lines, resumes, roundTrip }] = JSON.parse(stdout);
const idle = runNode(['-e', '']);

report('lines', lines.total);
report('resumes, round trip', `${resumes}, ${roundTrip}`);
report('time', inMs(ms));
report('node itself', inMb(idle.peakMb));
report('PEAK MEMORY (target at most 200)', inMb(peakMb));
