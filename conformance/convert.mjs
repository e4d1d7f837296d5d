// node conformance/convert.mjs [--no-build] [--only TEXT]: converts sessions of each agent for each other one. The real
// clients resume them and must send what we predicted. See docs/conformance.md.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, install, root } from '../scripts/ready.mjs';
import { CLIENTS, installAgent, placeFor, runAgent } from './agent-clients.mjs';
import { startModel } from './agent-model.mjs';
import { run } from './ask-pair.mjs';
import { installClient, resumeWithClient, VERSION } from './client.mjs';
import { listedByCodex } from './codex-list.mjs';
import { isOffline, runOffline } from './offline.mjs';
import { sentIn } from './sent-words.mjs';

const FIXTURES = join(root, 'packages/foreign/fixtures');
/** Sessions with prompts, calls and results. */
const SOURCES = {
  claude: join(root, 'packages/session/fixtures/resume/cross-2.1.45-par3-2b7c/session.jsonl'),
  codex: join(
    FIXTURES,
    'codex/sessions/2026/11/18/rollout-2026-11-18T10-19-35-01a1ee2b-43a8-71e1-ac3d-ff7bc8187a3b.jsonl',
  ),
  'codex before 0.155': join(
    FIXTURES,
    'codex/sessions/2026/11/18/rollout-2026-11-18T10-25-19-01a1ee30-82c3-7171-bd4c-efa3169f2d15.jsonl',
  ),
  gemini: join(FIXTURES, 'gemini/chats/session-2026-11-18T10-29-734c1df9.jsonl'),
  copilot: join(FIXTURES, 'copilot/11111111-2222-4333-8444-555555555555/events.jsonl'),
  pi: join(FIXTURES, 'pi/original.jsonl'),
  qwen: join(FIXTURES, 'qwen/chats/4e7e8e9b-ef74-4abf-89f6-2b5f02f34553.jsonl'),
  opencode: 'ses_e0e1f5062ffeEw689ZFp0RilSB',
  'opencode before 1.2': join(
    FIXTURES,
    'opencode/storage/session/86869a0547d25e7fa84d844009fb66dcb2491de8/ses_e0e1b06e8ffeGi3ZVdj6SyErSz.json',
  ),
};
/** Holds the session that is named by its id. */
const DATABASE = join(FIXTURES, 'opencode/opencode.db');
const PROMPT = 'Go on, please: conformance.';

const { values } = parseArgs({ options: { 'no-build': { type: 'boolean' }, only: { type: 'string', default: '' } } });
const unspool = join(process.env.UNSPOOL_DIST ?? join(root, 'packages/cli/dist'), 'unspool.js');
const pairs = [{ agent: 'claude', version: VERSION }, ...CLIENTS]
  .flatMap((client) => Object.keys(SOURCES).map((source) => ({ client, source })))
  .map((pair) => ({ ...pair, label: `${pair.source} → ${pair.client.agent} ${pair.client.version}` }))
  .filter(({ client, source, label }) => source.split(' ')[0] !== client.agent && label.includes(values.only))
  // It had no `import` yet.
  .filter(({ label }) => !label.endsWith('opencode 1.1.16'));

if (isOffline) process.exitCode = (await askAll()) ? 0 : 1;
else {
  if (!values['no-build']) {
    install();
    build();
  }
  for (const { client } of pairs) commandOf(client);
  process.exitCode = runOffline(import.meta.url);
}

function commandOf(client) {
  return client.agent === 'claude' ? installClient() : installAgent(client);
}

async function askAll() {
  let failed = 0;
  for (const { client, source, label } of pairs) {
    const fault = await faultOf(client, SOURCES[source]);
    if (fault) failed++;
    console.log(`${fault ? 'failed' : 'passed'}   ${label}${fault ? `\n  ${fault}` : ''}`);
  }
  console.log(`\nconvert: ${pairs.length - failed} passed, ${failed} failed`);
  return failed === 0 && pairs.length > 0;
}

/** The error when a client resumes a converted session; undefined if there is none. */
async function faultOf(client, source) {
  const model = await startModel();
  const place = placeFor({ env: () => ({}), files: () => ({}), ...client }, model.url);
  try {
    if (!source.includes('/')) putDatabase(place);
    const result = JSON.parse(await outputOf(place, ['convert', source, '--to', client.agent, '--cwd', place.cwd]));
    const wanted = await wantedOf(client, place, result.file);
    if (client.agent === 'claude') {
      const { home, cwd } = place;
      const asked = await resumeWithClient({
        command: commandOf(client),
        home,
        cwd,
        sessionId: result.sessionId,
        prompt: PROMPT,
      });
      return faultIn(wanted, asked.resumed ? asked : undefined, asked.said);
    }
    const unlisted = client.agent === 'codex' ? await faultInList(client, place, result.sessionId) : undefined;
    if (unlisted) return unlisted;
    const received = [];
    for (const args of argumentsOf(client, result.command)) {
      received.push(await runAgent(client, commandOf(client), place, args));
    }
    const asked = model.requests.find((body) => JSON.stringify(body).includes(PROMPT));
    return faultIn(wanted, asked, received.join('\n'), client.agent !== 'opencode');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    model.close();
    rmSync(place.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function putDatabase({ home }) {
  const file = join(home, '.local/share/opencode/opencode.db');
  mkdirSync(dirname(file), { recursive: true });
  cpSync(DATABASE, file);
}

async function faultInList(client, place, sessionId) {
  const listed = await listedByCodex(client, commandOf(client), place);
  return listed.some(({ id }) => id === sessionId) ? undefined : `its picker lists ${JSON.stringify(listed)}`;
}

/** The commands that `convert` prints, for a client without a terminal. */
function argumentsOf({ agent, start }, command) {
  const lines = command.split(' && ').slice(1);
  return lines.map((line, at) => {
    const words = line.split(' ').slice(1);
    if (at < lines.length - 1) return words;
    const headless = start(PROMPT);
    return agent === 'codex' || agent === 'opencode'
      ? [...headless.slice(0, -1), ...words, PROMPT]
      : [...words, ...headless];
  });
}

async function outputOf(place, args) {
  const { out, err, status } = await run(unspool, [...args, '--json'], place);
  if (status !== 0 && out === '') throw new Error(err);
  return out;
}

/** Our prediction for the new session. A resume requires a UUID, so opencode's is read as a session of Claude Code. */
async function wantedOf(client, place, file) {
  const isNamed = client.agent !== 'opencode';
  const order = ['convert', file, '--to', 'claude', '--cwd', place.cwd];
  const session = isNamed ? file : JSON.parse(await outputOf(place, order)).file;
  const out = await outputOf(place, ['messages', session]);
  return withoutClosing(sentIn(JSON.parse(out))).map((item) => plain(item, isNamed));
}

function plain([kind, text], hasNames) {
  return kind === 'call' && !hasNames ? [kind, text.replace(/^\S+ /, '')] : [kind, text];
}

/** Drops the text that Claude Code inserts after an unanswered prompt. */
function withoutClosing(items) {
  const last = items.at(-1);
  return last?.[1] === 'No response requested.' ? items.slice(0, -1) : items;
}

function faultIn(wanted, asked, received, hasNames = true) {
  if (!asked) return `it did not resume: ${received.trim().slice(-300)}`;
  const sent = sentIn(asked).map((item) => plain(item, hasNames));
  const last = sent.pop();
  // Some clients merge an unanswered prompt with the new one.
  const before = last?.[1].replace(new RegExp(`\\n?"?${PROMPT}"?$`), '').trim();
  if (before) sent.push([last[0], before]);
  const result = withoutClosing(sent);
  const at = wanted.findIndex((item, index) => JSON.stringify(item) !== JSON.stringify(result[index]));
  if (at < 0 && result.length === wanted.length) return undefined;
  const place = at < 0 ? wanted.length : at;
  const [we, it] = [wanted[place], result[place]].map((item) => JSON.stringify(item)?.slice(0, 300));
  return `step ${place + 1}: we say ${we}, it sends ${it}`;
}
