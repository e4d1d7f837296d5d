// npm run conformance: tests against the real client. Edited sessions: it must send what we predicted. Chat: it must continue
// sessions of `unspool chat`, and we must continue its sessions. The agent SDK must drive our client. The trace hook must
// send the same spans as a backfill. The plugin must load and work. Team: pulled sessions must resume. Models: prices and
// assumptions must match the recording. Agents: we must read sessions of other agents' clients. See docs/conformance.md.
// Not part of npm test, because it installs the client and takes minutes.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askPair, lookAt, NOTHING_TO_DO } from '../conformance/ask-pair.mjs';
import { installClient, VERSION } from '../conformance/client.mjs';
import { operations } from '../conformance/operations.mjs';
import { sources } from '../conformance/sources.mjs';
import { build, install, root, say } from './ready.mjs';

const { values } = parseArgs({
  options: {
    all: { type: 'boolean' },
    each: { type: 'string', default: '1' },
    only: { type: 'string' },
    part: {
      type: 'string',
      multiple: true,
      default: ['edits', 'chat', 'sdk', 'trace', 'models', 'plugin', 'blame', 'team', 'agents', 'convert'],
    },
    jobs: { type: 'string', default: '2' },
    'no-build': { type: 'boolean' },
  },
});

if (!values['no-build']) {
  install();
  build();
}
const client = values.part.includes('edits') ? installClient() : undefined;
// A copy, so that a build during the run does not remove the command. In node_modules, where it finds its packages.
const cache = join(root, 'node_modules/.cache/unspool');
mkdirSync(cache, { recursive: true });
const dist = mkdtempSync(join(cache, 'conformance-'));
cpSync(join(root, 'packages/cli/dist'), dist, { recursive: true });
const unspool = join(dist, 'unspool.js');

const offered = operationsOffered();
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
let next = 0;
try {
  const results = [];
  if (values.part.includes('edits')) results.push(await askAboutEdits());
  if (values.part.includes('chat')) results.push(runPart('chat.mjs', ['--no-build', '--only', values.only ?? '']));
  if (values.part.includes('trace')) results.push(runPart('trace.mjs', ['--no-build', '--only', values.only ?? '']));
  if (values.part.includes('models')) results.push(runPart('models.mjs', ['--only', values.only ?? '']));
  if (values.part.includes('blame')) results.push(runPart('blame.mjs', ['--no-build']));
  if (values.part.includes('team')) results.push(runPart('team.mjs', ['--no-build']));
  if (values.part.includes('convert'))
    results.push(runPart('convert.mjs', ['--no-build', '--only', values.only ?? '']));
  if (values.part.includes('plugin')) results.push(runPart('plugin.mjs', ['--no-build']));
  if (values.part.includes('agents')) results.push(runPart('agents.mjs', ['--no-build', '--only', values.only ?? '']));
  if (values.part.includes('sdk') && values.only === undefined) results.push(runPart('agent-sdk.mjs', []));
  process.exitCode = results.length > 0 && results.every(Boolean) ? 0 : 1;
} finally {
  rmSync(dist, { recursive: true, force: true });
}

async function askAboutEdits() {
  await inParallel(sources().values(), Number(values.jobs), askAbout);
  for (const failure of failures) console.log(`\n${failure}`);
  console.log(
    `\nedits, client ${VERSION}: ${counts.passed} passed, ${counts.failed} failed (${counts.skipped} skipped)`,
  );
  return counts.failed === 0 && (counts.passed > 0 || values.only !== undefined);
}

function runPart(script, args) {
  console.log(`\n${script}`);
  const env = { ...process.env, UNSPOOL_DIST: dist };
  const options = { stdio: 'inherit', env };
  return spawnSync(process.execPath, [join(root, 'conformance', script), ...args], options).status === 0;
}

function operationsOffered() {
  const { stdout } = spawnSync(process.execPath, [unspool, 'help'], { encoding: 'utf8' });
  const isOffered = ({ command }) => new RegExp(`^ {2}${command} `, 'm').test(stdout);
  for (const operation of operations.filter((each) => !isOffered(each))) {
    say(`note: there is no command ${operation.command}, so "${operation.name}" is left out`);
  }
  return operations.filter(isOffered);
}

/** Tries a source with this many operations that change it, rotating so that every operation gets its share. */
async function askAbout(source) {
  const isWanted = (operation) => `${source.name}: ${operation.name}`.includes(values.only ?? '');
  if (!offered.some(isWanted)) return;
  const { resumes, ...known } = await lookAt(source, unspool);
  if (!resumes) return;
  const wanted = values.all ? offered.length : Number(values.each);
  const first = next;
  next += wanted;
  let asked = 0;
  for (let tried = 0; tried < offered.length && asked < wanted; tried++) {
    const operation = offered[(first + tried) % offered.length];
    if (!isWanted(operation) || !operation.args(known.turns, known.startedIn)) continue;
    const result = await askPair({ source, operation, ...known, unspool, client });
    if (result.why === NOTHING_TO_DO) continue;
    asked++;
    report(source, operation, result);
  }
}

function report(source, operation, { kind, why }) {
  counts[kind]++;
  if (kind === 'failed') failures.push(`${source.name}: ${operation.name}\n  ${why}`);
  const brief = why.split('\n')[0].slice(0, 120);
  console.log(`${kind.padEnd(8)} ${operation.name.padEnd(24)} ${source.name}  ${brief}`);
}

async function inParallel(items, jobs, work) {
  const worker = async () => {
    for (const item of items) await work(item);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}
