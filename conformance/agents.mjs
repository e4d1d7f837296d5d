// node conformance/agents.mjs [--no-build] [--only TEXT]: the real clients of other agents. Each makes a session with a
// scripted model on loopback and continues it three times. Then our command must report the right prompts, replies, calls,
// results and token counts. See docs/conformance.md.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { build, install, root, say } from '../scripts/ready.mjs';
import { CLIENTS, installAgent, placeFor, runAgent } from './agent-clients.mjs';
import { startModel } from './agent-model.mjs';
import { isOffline, runOffline } from './offline.mjs';

const PROMPTS = ['TOOL-1', 'EDIT-2', 'AGENT-3', 'PLAIN-4'];
const IMAGE = 'IMAGE-5';
/** Some clients name the file in the prompt. */
const LAST = /^(<(file|image) [^>]*>\s*<\/\2>\s*)?IMAGE-5( @\S*red\.png)?$/;
/** One red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, 'no-build': { type: 'boolean' }, keep: { type: 'boolean' } },
});
const clients = CLIENTS.filter(({ agent, version }) => `${agent} ${version}`.includes(values.only));
const unspool = join(process.env.UNSPOOL_DIST ?? join(root, 'packages/cli/dist'), 'unspool.js');

if (isOffline) process.exitCode = (await askAll()) ? 0 : 1;
else {
  if (!values['no-build']) {
    install();
    build();
  }
  for (const client of clients) installAgent(client);
  process.exitCode = runOffline(import.meta.url);
}

async function askAll() {
  let failed = 0;
  for (const client of clients) {
    const faults = await ask(client);
    if (faults.length > 0) failed++;
    const name = `${client.agent} ${client.version}`;
    console.log(
      `${faults.length === 0 ? 'passed' : 'failed'}   ${name}${faults.map((each) => `\n  ${each}`).join('')}`,
    );
  }
  console.log(`\nagents: ${clients.length - failed} passed, ${failed} failed`);
  return failed === 0 && clients.length > 0;
}

/** Errors in our reading of a session that a client made. */
async function ask(client) {
  const command = installAgent(client);
  const model = await startModel();
  const place = placeFor(client, model.url);
  model.cwd = place.cwd;
  try {
    const output = [];
    for (const [number, prompt] of PROMPTS.entries()) {
      const args = number === 0 ? client.start(prompt) : client.resume(prompt);
      output.push(await runAgent(client, command, place, args));
    }
    const file = join(place.cwd, 'red.png');
    writeFileSync(file, Buffer.from(PIXEL, 'base64'));
    output.push(await runAgent(client, command, place, client.image(IMAGE, file)));
    if (values.keep) say(output.join('\n---\n'));
    if (model.answers.length === 0) return [`it asked the model nothing: ${output[0]?.slice(-600)}`];
    return faultsOf(client, place, model);
  } finally {
    model.close();
    if (values.keep) say(`kept: ${place.folder}`);
    else rmSync(place.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function faultsOf(client, place, { answers, images }) {
  const read = (...args) => JSON.parse(run(client, place, [...args, '--json']));
  const sessions = read('ls', '--agent', client.agent);
  if (sessions.length !== 1) return [`${sessions.length} sessions instead of one`];
  const [{ sessionId, cwd }] = sessions;
  const session = read('show', sessionId);
  const calls = callsOf(session);
  const agents = calls.flatMap((call) => call.agents ?? []).map(({ file }) => read('show', file));
  const used = answers.filter(({ isOfSession }) => isOfSession);
  const given = used.filter(({ prompt }) => !client.ownCalls?.test(prompt));
  const replies = [session, ...agents].flatMap(repliesOf);
  return [
    ...fault('the project', cwd, place.cwd),
    ...fault('the prompts', promptsOf(session).slice(0, -1), PROMPTS),
    ...(LAST.test(promptsOf(session).at(-1)) ? [] : [`the last prompt: ${promptsOf(session).at(-1)}`]),
    ...fault('images of the last prompt', imagesIn(session.turns.at(-1)), [images.at(-1) ?? PIXEL]),
    ...given.flatMap((answer) => faultsOfAnswer(answer, replies)),
    ...replies.filter((reply) => !given.some((answer) => isOf(reply, answer))).map(({ text }) => `never said: ${text}`),
    ...(calls.some(({ result }) => JSON.stringify(result).includes('hello-from-tool'))
      ? []
      : ['no result of the shell']),
    ...calls.filter(({ isError }) => isError).map(({ name, result }) => `${name} failed: ${result}`),
    ...(client.hasSubAgents && agents.length !== 1 ? [`${agents.length} sub-agents instead of one`] : []),
    ...fault('the usage', usageIn(read('usage', '--agent', client.agent)), sumOf(used)),
  ];
}

/** Our command gets the same home and variables as the client. */
function run(client, place, args) {
  const { PATH } = process.env;
  const env = { PATH, HOME: place.home, USERPROFILE: place.home, UNSPOOL_HOME: join(place.folder, 'data') };
  const options = { encoding: 'utf8', env: { ...env, ...client.env(place) }, maxBuffer: 1 << 28 };
  const { stdout, stderr, status } = spawnSync(process.execPath, [unspool, ...args], options);
  if (status !== 0) throw new Error(`unspool ${args.join(' ')}: ${stderr}`);
  return stdout;
}

function callsOf({ turns }) {
  return turns.flatMap(({ replies }) => replies.flatMap(({ calls }) => calls));
}

/** Some clients add a line break. */
function promptsOf({ turns }) {
  return turns.flatMap(({ kind, words }) => (kind === 'prompt' ? [words.text.trim()] : []));
}

function imagesIn(turn) {
  return (turn?.words?.media ?? []).map(({ source }) => source.data);
}

function repliesOf({ turns }) {
  const all = turns.flatMap(({ replies }) => replies);
  return all.map(({ content, calls, tokens: { input, output, cacheRead } }) => ({
    text: content.map(({ text = '' }) => text).join(''),
    thinking: content.map(({ thinking = '' }) => thinking).join(''),
    calls: calls.map(({ name, input: given }) => ({ name, input: given })),
    tokens: { input, output, cacheRead },
  }));
}

function isOf(reply, answer) {
  return reply.text.trim() === answer.text;
}

function faultsOfAnswer(answer, replies) {
  const found = replies.filter((reply) => isOf(reply, answer));
  const [reply] = found;
  if (!reply || found.length > 1)
    return [`"${answer.text}" to "${answer.prompt.slice(0, 200)}" was read ${found.length} times`];
  const { name, input } = answer.call ?? {};
  // A free-form tool: the reader wraps its input in an object.
  const isSame = ([call]) =>
    call?.name === name &&
    (typeof input === 'string'
      ? JSON.stringify(call.input).includes(JSON.stringify(input).slice(1, -1))
      : isDeepStrictEqual(call?.input, input));
  return [
    ...((name ? isSame(reply.calls) : reply.calls.length === 0)
      ? []
      : [`"${answer.text}" calls ${JSON.stringify(reply.calls)}`]),
    ...(reply.thinking.includes(answer.thinking ?? '') ? [] : [`"${answer.text}" was thought as "${reply.thinking}"`]),
    ...fault(`the tokens of "${answer.text}"`, reply.tokens, answer.tokens),
  ];
}

function usageIn({ total: { tokens } }) {
  return { input: tokens.input, output: tokens.output, cacheRead: tokens.cacheRead };
}

function sumOf(answers) {
  const sum = (name) => answers.reduce((all, { tokens }) => all + tokens[name], 0);
  return { input: sum('input'), output: sum('output'), cacheRead: sum('cacheRead') };
}

function fault(what, ours, theirs) {
  return isDeepStrictEqual(ours, theirs)
    ? []
    : [`${what}: ${JSON.stringify(ours)} instead of ${JSON.stringify(theirs)}`];
}
