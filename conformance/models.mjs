// node conformance/models.mjs [--only TEXT] [--record]: the real client's prices and assumptions for each model in our
// registry must match the recording. `npm test` compares the registry with the recording.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { MODELS } from '../packages/session/dist/models.js';
import { installClient, resumeWithClient, runClient, VERSION } from './client.mjs';
import { startApi } from './scripted-api.mjs';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, record: { type: 'boolean' } } });
const RECORDED = fileURLToPath(new URL('../packages/session/fixtures/models/client.json', import.meta.url));

/** Every kind of token with its own price, and everything that changes prices. */
const PLAIN = {
  input_tokens: 1000,
  output_tokens: 2000,
  cache_creation_input_tokens: 8000,
  cache_creation: { ephemeral_5m_input_tokens: 3000, ephemeral_1h_input_tokens: 5000 },
  cache_read_input_tokens: 7000,
  server_tool_use: { web_search_requests: 3, web_fetch_requests: 1 },
};
const USAGES = {
  plain: PLAIN,
  long: { ...PLAIN, input_tokens: 300_000 },
  fast: { ...PLAIN, speed: 'fast' },
  us: { ...PLAIN, inference_geo: 'us' },
};

const client = installClient();
const recorded = JSON.parse(readFileSync(RECORDED, 'utf8'));
const seen = { client: VERSION, usages: USAGES, aliases: { ...recorded.aliases }, models: { ...recorded.models } };
const counts = { passed: 0, failed: 0 };
for (const { id, aliases = [] } of MODELS) {
  for (const alias of aliases) await compare('aliases', alias, async () => (await asked(alias, PLAIN)).request.model);
  await compare('models', id, () => factsOf(id));
}
if (values.record) writeFileSync(RECORDED, `${JSON.stringify(seen, null, 2)}\n`);
console.log(`\nmodels, client ${VERSION}: ${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 && (counts.passed > 0 || values.only !== '') ? 0 : 1;

async function compare(part, name, ask) {
  if (!name.includes(values.only)) return;
  const output = await ask();
  seen[part][name] = output;
  const isSame = values.record || isDeepStrictEqual(output, recorded[part][name]);
  counts[isSame ? 'passed' : 'failed']++;
  console.log(`${isSame ? 'passed' : 'failed'}   ${name}  ${isSame ? '' : JSON.stringify(output)}`);
}

async function factsOf(model) {
  const cost = {};
  for (const [kind, usage] of Object.entries(USAGES)) cost[kind] = (await asked(model, usage)).charged.costUSD;
  const { request, charged } = await asked(model, PLAIN);
  return {
    contextWindow: charged.contextWindow,
    maxOutputTokens: request.max_tokens,
    thinking: request.thinking?.type ?? null,
    systemMessages: request.messages.some(({ role }) => role === 'system'),
    isOffered: (await modelOnResume(model)) === model,
    isPriced: charged.costBasis === 'list',
    cost,
  };
}

/** The client's request, and the cost that it computes for a reply with this usage. */
async function asked(model, usage) {
  const api = await startApi({ service_tier: 'standard', ...usage });
  try {
    return await inPlace(async (place) => {
      const args = ['-p', 'hello', '--model', model, '--output-format', 'json'];
      // Otherwise it replaces a model that is no longer offered with a newer one.
      const more = { CLAUDE_CODE_DISABLE_LEGACY_MODEL_REMAP: '1' };
      const { out } = await runClient([...client, ...args], { ...place, url: api.url, more });
      const [charged] = Object.values(JSON.parse(out).modelUsage);
      return { request: api.requests.find(({ stream }) => stream), charged };
    });
  } finally {
    api.close();
  }
}

/** The model that the client requests if a session's last reply came from this one. */
function modelOnResume(model) {
  return inPlace(async ({ home, cwd }) => {
    const [sessionId, first] = [randomUUID(), randomUUID()];
    const common = { sessionId, cwd, isSidechain: false, userType: 'external', timestamp: '2026-01-01T00:00:00.000Z' };
    const content = [{ type: 'text', text: 'hello' }];
    const reply = { id: 'msg_1', type: 'message', role: 'assistant', model, content, stop_reason: 'end_turn' };
    const lines = [
      { ...common, type: 'user', uuid: first, parentUuid: null, message: { role: 'user', content: 'hello' } },
      { ...common, type: 'assistant', uuid: randomUUID(), parentUuid: first, message: reply },
    ];
    const project = join(home, '.claude/projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, `${sessionId}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const resumed = await resumeWithClient({ command: client, home, cwd, sessionId, prompt: 'Go on, please.' });
    return resumed.model;
  });
}

async function inPlace(work) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-models-')));
  const place = { home: join(folder, 'home'), cwd: join(folder, 'project') };
  try {
    for (const each of Object.values(place)) mkdirSync(each);
    return await work(place);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
