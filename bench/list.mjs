#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from './generate.mjs';
import { inMb, inMs, interleaved, report, runNode, sessionFilesIn, UNSPOOL } from './measure.mjs';

// `ls` without an index against the minimum work: reading the same files.
const folder = join(tmpdir(), 'unspool-bench-list-1gb');
if (!existsSync(join(folder, 'truth.json'))) generate(folder, { mb: 1000, files: 2000, seed: 2 });
const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
const files = sessionFilesIn(folder);

const cat = () => spawnSync('sh', ['-c', 'xargs -0 cat > /dev/null'], { input: files.join('\0') });
const env = { CLAUDE_CONFIG_DIR: folder };
const list = () => {
  const { status } = spawnSync(process.execPath, [UNSPOOL, 'ls'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  if (status !== 0) throw new Error(`ls ended with ${status}`);
};

cat();
const { peakMb } = runNode([UNSPOOL, 'ls'], { env });
// The same rows, plus how much of each session resumes, which the table leaves out.
const { stdout, ms: jsonMs } = runNode([UNSPOOL, 'ls', '--json'], { env });
const ms = interleaved({ cat, 'unspool ls': list }, 7);

report('files', files.length);
report('sessions that differ from the truth', wrongRows(JSON.parse(stdout)));
report('peak memory', inMb(peakMb));
for (const [name, time] of Object.entries(ms)) report(name, inMs(time));
report('unspool ls --json, with how much resumes', inMs(jsonMs));
report('RATIO (target at most 2.5)', (ms['unspool ls'] / ms.cat).toFixed(2));

/** Speed counts only if the list is right. */
function wrongRows(rows) {
  const rowOf = new Map(rows.map((row) => [row.sessionId, row]));
  return truth.sessions.filter((session) => {
    const row = rowOf.get(session.sessionId);
    return !row || row.turns !== session.turns || !isSameTitle(row.title, session.title);
  }).length;
}

/** A list may cut a long title. */
function isSameTitle(shown, title) {
  return shown !== '' && title.startsWith(shown.replace(/…$/, ''));
}
