#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from './generate.mjs';
import { inMs, judge, report, runNode, sessionFilesIn, UNSPOOL } from './measure.mjs';

// Peak memory of commands on one huge session. They may hold what they show, but not the whole file.
const { values } = parseArgs({ options: { mb: { type: 'string', default: '1000' }, file: { type: 'string' } } });
const file = values.file ?? generated(+values.mb);

const COMMANDS = {
  'show --turn': ['show', file, '--turn', '5'],
  'export --turns': ['export', file, '--format', 'md', '--turns', '5'],
  messages: ['messages', file, '--json'],
  'strip --dry-run': ['strip', file, '--dry-run'],
  fork: ['fork', file, '--at', '5', '--dry-run'],
};
const TARGET_MB = 400;

for (const [name, args] of Object.entries(COMMANDS)) {
  const { ms, peakMb } = runNode([UNSPOOL, ...args], { okStatus: [0, 1] });
  report(`${name}, time`, inMs(ms));
  judge(`${name}, PEAK MEMORY`, peakMb, TARGET_MB, 'MB');
}

function generated(mb) {
  const folder = join(tmpdir(), `unspool-bench-memory-${mb}mb`);
  if (!existsSync(join(folder, 'truth.json'))) generate(folder, { mb, seed: 3, single: true });
  return sessionFilesIn(folder)[0];
}
