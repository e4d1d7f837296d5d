// node conformance/trace.mjs [--only NAME] [--times N] [--no-build]: the trace hook in the real client. It must send what a
// clean backfill of the same sessions sends, and must not affect the client. See docs/conformance.md.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, install, root } from '../scripts/ready.mjs';
import { installClient, VERSION } from './client.mjs';
import { difference } from './same-messages.mjs';
import { hasTerminals } from './terminal-client.mjs';
import { scenarios } from './trace-scenarios.mjs';
import { TracedPlace } from './traced-place.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '7' },
    'no-build': { type: 'boolean' },
  },
});

if (!values['no-build']) {
  install();
  build();
}
const client = installClient();
const copy = mkdtempSync(join(tmpdir(), 'unspool-trace-'));
// The command looks for its hook in a folder of this name.
const dist = join(copy, 'dist');
cpSync(process.env.UNSPOOL_DIST ?? join(root, 'packages/cli/dist'), dist, { recursive: true });
const unspool = join(dist, 'unspool.js');
const counts = { passed: 0, failed: 0, skipped: 0 };
try {
  addWitness();
  for (const scenario of scenarios) if (scenario.name.includes(values.only)) await report(scenario);
  if (values.only === '') await tellTimes(Number(values.times));
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`\ntrace, client ${VERSION}: ${counts.passed} passed, ${counts.failed} failed (${counts.skipped} skipped)`);
process.exitCode = counts.failed > 0 || (counts.passed === 0 && values.only === '') ? 1 : 0;

/** This copy's hook records how its processes end. */
function addWitness() {
  const hook = join(dist, 'trace-hook.cjs');
  cpSync(join(root, 'conformance/hook-witness.cjs'), join(dist, 'hook-witness.cjs'));
  writeFileSync(hook, `require('./hook-witness.cjs');\n${readFileSync(hook, 'utf8')}`);
}

async function report(scenario) {
  const { kind, why } = await tried(scenario).catch((error) => ({ kind: 'failed', why: error.stack }));
  counts[kind]++;
  console.log(`${kind.padEnd(8)} ${scenario.name}  ${why}`);
}

async function tried(scenario) {
  if (scenario.talk && !hasTerminals()) return { kind: 'skipped', why: 'no terminal is available' };
  const plain = await inPlace(scenario, false);
  const traced = await inPlace(scenario, true);
  const output = [...traced.said, ...unlike(plain, traced, scenario)];
  if (output.length === 0) return { kind: 'passed', why: traced.facts };
  return { kind: 'failed', why: [traced.facts, ...output].join('\n  ') };
}

/** Runs a scenario. `seen`: the output that a user of the client sees. */
async function inPlace(scenario, isTraced) {
  const place = await TracedPlace.open({ unspool, client, isTraced });
  const output = [];
  const seen = [];
  try {
    const check = async (when, look) => {
      if (isTraced) output.push(...(await look()).map((each) => `${when}: ${each}`));
    };
    for (const [at, run] of (scenario.runs ?? []).entries()) {
      const ended = await Promise.all([run].flat().map((each) => place.ask(each)));
      seen.push(...ended.map(shown));
      // A killed client cannot tell the hook that it has ended.
      const isOver = ended.every(({ status }) => status !== 'SIGKILL');
      if (isOver) await check(`after run ${at + 1}`, () => wrongIn(place, scenario));
    }
    if (scenario.talk) {
      seen.push(await talk(scenario, place, (when) => check(when, () => place.lacking())));
      await check('at the end', () => wrongIn(place, scenario));
    }
    if (isTraced) output.push(...(await place.uninstall()));
    return { said: output, seen, facts: isTraced ? await factsOf(place) : '', asked: asked(place) };
  } finally {
    place.close();
  }
}

async function wrongIn(place, { isUnkept }) {
  const result = await place.settle();
  // The hook reports that it has nothing to read if the transcript was not kept.
  const unexpected = result.filter((each) => !isUnkept || !each.includes('there is no '));
  return [...unexpected, ...(await place.compare()).said, ...(await place.lacking())];
}

async function factsOf(place) {
  const { spans, overwritten } = await place.compare();
  const { count, killed } = place.hookRuns();
  return `${spans} spans, ${overwritten} sent again; ${count} processes of the hook, ${killed.length} killed`;
}

/** Returns the client's exit code. */
async function talk(scenario, place, check) {
  const terminal = place.terminal(scenario.args ?? []);
  try {
    await terminal.see('❯');
    await terminal.quiet();
    await scenario.talk(terminal, check);
    return await terminal.leave();
  } finally {
    terminal.kill();
  }
}

/** Describes how the hook changes the client's behaviour. */
function unlike(plain, traced, { isRacy }) {
  const output = plain.seen.flatMap((each, at) =>
    each === traced.seen[at] ? [] : [`run ${at + 1} without the hook: ${each}\n  and with it: ${traced.seen[at]}`],
  );
  if (JSON.stringify(traced.asked).includes('trace-hook')) output.push('a request to the model mentions the hook');
  if (isRacy) return output;
  if (plain.asked.length !== traced.asked.length)
    output.push(`the model was asked ${traced.asked.length} times, without the hook ${plain.asked.length}`);
  for (const [at, messages] of plain.asked.entries()) {
    const differs = difference(messages, traced.asked[at] ?? []);
    if (differs)
      output.push(`request ${at + 1}, without the hook: ${differs.client}\n  and with it: ${differs.unspool}`);
  }
  return output;
}

/** The messages of each request, without parts that differ in every run. */
function asked({ api, folder }) {
  const text = JSON.stringify(api.requests.map(({ messages }) => messages))
    .replaceAll(folder, '')
    .replaceAll(folder.replaceAll(/[^a-zA-Z0-9]/g, '-'), '')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\ba[0-9a-f]{16}\b|\bb[a-z0-9]{8}\b/g, 'id')
    .replaceAll(/(duration_ms: |-)\d+/g, '$1');
  return JSON.parse(text);
}

/** The output for the user. Repeated notices are merged, because their number depends on timing. */
function shown({ status, out, err }) {
  const words = out.split('\n').map((line) => (line.startsWith('{"') ? (JSON.parse(line).result ?? '') : line));
  return [status, ...new Set(words.filter(Boolean)), err].join('\n');
}

/** Measures a prompt, alternately with and without the hook. For information only. */
async function tellTimes(times) {
  const places = [];
  for (const isTraced of [false, true]) places.push(await TracedPlace.open({ unspool, client, isTraced }));
  const all = places.map(() => []);
  try {
    // The first run of each fills the caches.
    for (let at = 0; at <= times; at++) {
      for (const [which, place] of places.entries()) {
        const begin = performance.now();
        await place.ask({ args: ['-p', 'hello @@plain'] });
        if (at > 0) all[which].push(performance.now() - begin);
        await place.settle();
      }
    }
  } finally {
    for (const place of places) place.close();
  }
  const [without, withHook] = all.map((each) => `${Math.round(each.sort((a, b) => a - b)[each.length >> 1])} ms`);
  console.log(
    `\na prompt takes ${withHook} with the hook and ${without} without it (medians of ${times} alternating runs)`,
  );
}
