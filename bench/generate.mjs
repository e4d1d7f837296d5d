#!/usr/bin/env node
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CLIENTS } from './corpus/client.mjs';
import { converse } from './corpus/conversation.mjs';
import { DirtyLineFile } from './corpus/dirty-line-file.mjs';
import { LineFile } from './corpus/line-file.mjs';
import { createRandom } from './corpus/random.mjs';
import { createText } from './corpus/text.mjs';
import { createTools } from './corpus/tools.mjs';
import { sumTokens, Truth, titleOf } from './corpus/truth.mjs';

const USAGE = `usage: node bench/generate.mjs FOLDER [--mb 50] [--files 100] [--seed 1] [--single] [--dirty]

Writes a Claude config folder and truth.json, the exact totals of what is in it. FOLDER is emptied first.
  --mb      size of all files together
  --files   how many sessions; their sub-agents' files come on top
  --single  one session of the whole size, without sub-agents
  --dirty   with torn, glued, NUL and blank lines, CRLF, shuffled keys, forks, and replies in progress lines only`;

const MODELS = ['claude-opus-4-5-20251101', 'claude-sonnet-4-5-20250929', 'claude-sonnet-4-5-20250929'];
const FIRST_DAY = Date.UTC(2025, 6, 1);
const DAY = 86_400_000;

if (process.argv[1] === fileURLToPath(import.meta.url)) main();

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      mb: { type: 'string', default: '50' },
      files: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      single: { type: 'boolean', default: false },
      dirty: { type: 'boolean', default: false },
    },
  });
  const [folder] = positionals;
  if (!folder) {
    console.error(USAGE);
    process.exit(2);
  }
  const { single, dirty } = values;
  const truth = generate(folder, { mb: +values.mb, files: +values.files, seed: +values.seed, single, dirty });
  const { sessions, agentFiles, messages, ...totals } = truth.toJSON();
  console.log(
    JSON.stringify(
      { sessions: sessions.length, agents: agentFiles.length, replies: truth.messages.size, ...totals },
      null,
      2,
    ),
  );
}

/** Writes the corpus and its truth.json; returns the truth. */
export function generate(folder, { mb = 50, files = 100, seed = 1, single = false, dirty = false }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'projects'), { recursive: true });
  const root = resolve(folder);
  const random = createRandom(seed);
  const text = createText(random, Math.min(24, Math.max(4, mb / 16)) * 1e6);
  const world = { random, text, tools: createTools(random, text), truth: new Truth() };
  const openFile = (path) => (dirty ? new DirtyLineFile(path, random) : new LineFile(path));
  const projects = Array.from({ length: single ? 1 : Math.max(3, Math.round(files / 60)) }, () => projectPath(text));

  let previous;
  for (const targetBytes of sessionSizes(random, mb * 1e6, single ? 1 : files)) {
    const forkOf = dirty && previous && random.chance(0.05) ? previous : undefined;
    const setting = settingOf(random, { cwd: forkOf?.cwd ?? random.pick(projects), single, dirty });
    const path = join(root, 'projects', slugOf(setting.cwd), `${setting.sessionId}.jsonl`);
    const { session, agents } = converse(world, setting, { openFile, path, targetBytes, forkOf });
    record(world.truth, root, session, agents);
    previous = session;
  }
  writeFileSync(join(root, 'truth.json'), JSON.stringify(world.truth, null, 1));
  return world.truth;
}

/** Many small sessions and a few huge ones, with the requested total size. */
function sessionSizes(random, totalBytes, count) {
  const weights = Array.from({ length: count }, () => random.lognormal(1, 1.15));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => Math.max(3000, (weight / sum) * totalBytes * 0.985));
}

function settingOf(random, { cwd, single, dirty }) {
  const client = random.pick(CLIENTS);
  return {
    client,
    cwd,
    sessionId: random.uuid(),
    version: client.version(random),
    gitBranch: random.pick(['main', 'next', 'fix-it']),
    model: random.pick(MODELS),
    thinks: random.chance(0.5) ? 0.5 : 0.05,
    hasAgents: !single && random.chance(0.5),
    isDirty: dirty,
    time: FIRST_DAY + Math.floor(random.next() * 150 * DAY),
  };
}

function projectPath(text) {
  return `/home/dev/work/${text.word()}-${text.word()}`;
}

function slugOf(path) {
  return path.replace(/[^a-zA-Z0-9]/g, '-');
}

function record(truth, root, session, agents) {
  const { file, sessionId, cwd, turns, titles, time } = session;
  const fileFacts = (transcript) => ({
    file: relative(root, transcript.file.path),
    lines: transcript.file.lines,
    bytes: transcript.file.bytes,
  });
  const withAgents = new Map(session.replies);
  for (const agent of agents) for (const [id, tokens] of agent.replies) withAgents.set(id, tokens);
  truth.addSession({
    ...fileFacts({ file }),
    sessionId,
    cwd,
    turns,
    ...titleOf(titles),
    lastTime: new Date(time).toISOString(),
    /** Tokens of the replies in the session's own file, including progress lines of lost sub-agents. */
    tokens: sumTokens(session.replies.values()),
    tokensWithAgents: sumTokens(withAgents.values()),
  });
  for (const agent of agents) truth.addAgentFile({ ...fileFacts(agent), sessionId, agentId: agent.agentId });
}
