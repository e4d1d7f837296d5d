#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modernise } from '../packages/session/dist/format/entry.js';
import { readLines } from '../packages/session/dist/read/read-lines.js';
import { bareParse } from './bare-parse.mjs';
import { generate } from './generate.mjs';
import { inMs, interleaved, report, sessionFilesIn } from './measure.mjs';

// Pass a folder to measure your own sessions.
const folder = process.argv[2] ?? generatedFolder();
const files = sessionFilesIn(folder);
const expected = bareParse(files);
const actual = typedParse();
const ms = interleaved({ 'bare loop': () => bareParse(files), 'typed entries': typedParse }, 7);

report('files', files.length);
report('objects, bare loop', expected);
report('objects, typed entries', actual);
for (const [name, time] of Object.entries(ms)) report(name, inMs(time));
report('RATIO (target at most 1.25)', (ms['typed entries'] / ms['bare loop']).toFixed(3));

function generatedFolder() {
  const folder = join(tmpdir(), 'unspool-bench-parse-200mb');
  if (!existsSync(join(folder, 'truth.json'))) generate(folder, { mb: 200, files: 400, seed: 2 });
  return folder;
}

/** Reads every object on every line as an entry, as `openSession` does. */
function typedParse() {
  let entries = 0;
  for (const file of files) {
    for (const line of readLines(file)) {
      for (const object of line.objects) if (modernise(object).type !== undefined) entries++;
    }
  }
  return entries;
}
