#!/usr/bin/env node
import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedactor } from '../packages/redact/dist/index.js';
import { familyOf, listSessions } from '../packages/session/dist/index.js';
import { configFolderAt } from '../packages/session/dist/locate.js';
import { Neighbours, openTrace } from '../packages/trace/dist/index.js';
import { bareParse } from './bare-parse.mjs';
import { generate } from './generate.mjs';
import { inMs, interleaved, report, sessionFilesIn } from './measure.mjs';

// Converting sessions to spans, as a backfill does before sending, against a bare parse of the same files.
// Pass a config folder to measure your own sessions.
const folder = process.argv[2] ?? generatedFolder();
const files = sessionFilesIn(folder);
const megabytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
const redactor = createRedactor({ salt: 'a-salt-for-the-bench' });

const counts = convert('none');
const jobs = { 'bare loop': () => bareParse(files) };
for (const content of ['none', 'full', 'redacted']) jobs[`content ${content}`] = () => convert(content);
const ms = interleaved(jobs, 5);

report('files', files.length);
report('MB', megabytes.toFixed(1));
report('turns', counts.turns);
report('spans', counts.spans);
for (const [name, time] of Object.entries(ms)) {
  const turns = name === 'bare loop' ? '' : `, ${((counts.turns / time) * 1000).toFixed(0)} turns/s`;
  report(name, `${inMs(time)}, ${((megabytes / time) * 1000).toFixed(0)} MB/s${turns}`);
}
for (const name of Object.keys(jobs).slice(1)) {
  report(`RATIO ${name} (target at most 4)`, (ms[name] / ms['bare loop']).toFixed(2));
}

function generatedFolder() {
  const folder = join(tmpdir(), 'unspool-bench-trace-60mb');
  if (!existsSync(join(folder, 'truth.json'))) generate(folder, { mb: 60, files: 120, seed: 3 });
  return folder;
}

/** Works turn by turn, so that finished spans can be freed. */
function convert(content) {
  const neighbours = new Neighbours();
  let turns = 0;
  let spans = 0;
  for (const session of listSessions(configFolderAt(folder)).sessions) {
    const family = familyOf(session);
    for (const turn of openTrace({ file: session.file, family, neighbours, content, redactor, isEnded: true }).turns) {
      turns++;
      spans += turn.spans().length;
    }
  }
  return { turns, spans };
}
