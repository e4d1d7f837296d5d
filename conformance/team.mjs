// node conformance/team.mjs [--no-build]: hands over sessions. Ten are pushed from one home and pulled into another project
// folder in another home. There, the real client must resume them with the predicted messages. See docs/conformance.md.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, install, root } from '../scripts/ready.mjs';
import { compare, lookAt, PROMPT, projectFolder, run } from './ask-pair.mjs';
import { installClient, VERSION } from './client.mjs';
import { layOut, sources } from './sources.mjs';

/** One of each kind: secrets, branches, sub-agents, a compaction, parallel calls, tasks, interrupted, named, forked. */
const WANTED = [
  'made-secrets',
  'made-chosen-branch-of-two-turns',
  'cross-2.1.45-agent-d5ae',
  'cross-2.1.45-compactp-45e9',
  'cross-2.1.45-par3-2b7c',
  'cross-2.1.45-tasks-ad47',
  'cross-2.1.45-sigint-ff71',
  'cross-2.1.45-fork-fac0',
  'cross-2.1.45-mention-9671',
  'cross-2.0.50-tools-3e74',
];
/** Put together from parts, so that no scanner reports this file. */
const SECRET = ['ghp', '_', 'aB3dE5fG7hJ9kL1m'].join('');

const { values } = parseArgs({ options: { 'no-build': { type: 'boolean' } } });
if (!values['no-build']) {
  install();
  build();
}
const client = installClient();
const unspool = join(process.env.UNSPOOL_DIST ?? join(root, 'packages/cli/dist'), 'unspool.js');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-team-')));
const ana = person('ana', 'code/shop');
const bob = person('bob', 'work/teams/shop-2');
let failed = 0;
let service;

try {
  service = await serve();
  await joinAs(bob, (await done(ana, 'team', 'invite', 'bob', '--json')).code);
  const sessions = [];
  for (const source of sources().filter(({ name }) => WANTED.includes(name))) sessions.push(await begun(source));
  await done(ana, 'team', 'share', ana.cwd, '--as', 'team', '--json');
  const pushed = await done(ana, 'team', 'push', '--json');
  report('push', pushed.sessions === sessions.length && sessions.length === WANTED.length, `${pushed.sessions} pushed`);
  for (const session of sessions) await handOver(session);
} finally {
  service?.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
console.log(`\nteam, client ${VERSION}: ${failed === 0 ? 'passed' : `${failed} failed`}`);
process.exitCode = failed > 0 ? 1 : 0;

function person(name, project) {
  const home = join(folder, name);
  const cwd = join(home, project);
  mkdirSync(cwd, { recursive: true });
  return { home, cwd };
}

/** The service, with Ana as its first admin. */
async function serve() {
  const args = [unspool, 'team', 'serve', '--port', '0', '--admin', 'ana'];
  const env = { PATH: process.env.PATH, HOME: join(folder, 'host'), LANG: 'C.UTF-8' };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    const [, url, code] = /team join (\S+) (\S+)\n/.exec(output) ?? [];
    if (code === undefined) continue;
    bob.url = url;
    await done(ana, 'team', 'join', url, code, '--json');
    break;
  }
  return child;
}

function joinAs(who, code) {
  return done(who, 'team', 'join', who.url, code, '--json');
}

/** Puts a session into Ana's project as if it had been started there. Returns the messages that she would send. */
async function begun(source) {
  const { startedIn, sessionId } = await lookAt(source, unspool);
  const project = projectFolder(ana);
  layOut(source, sessionId, project);
  const file = join(project, `${sessionId}.jsonl`);
  if (startedIn) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(startedIn, ana.cwd));
  const { messages } = await done(ana, 'messages', sessionId, '--prompt', PROMPT, '--json');
  return { name: source.name, sessionId, count: messages.length };
}

async function handOver({ name, sessionId, count }) {
  try {
    const pulled = await done(bob, 'team', 'pull', `ana/${sessionId}`, '--cwd', bob.cwd, '--json');
    const { messages } = await done(bob, 'messages', sessionId, '--prompt', PROMPT, '--json');
    const text = JSON.stringify(messages);
    if (messages.length !== count) throw new Error(`${count} messages at Ana's, ${messages.length} at Bob's`);
    if (text.includes(ana.home)) throw new Error("a path of Ana's home is left");
    if (text.includes(SECRET)) throw new Error('a secret was handed over');
    const { kind, why } = await compare({ sessionId, cwd: pulled.cwd, home: bob.home, unspool, client });
    report(name, kind === 'passed', why);
  } catch (error) {
    report(name, false, error.message);
  }
}

async function done({ home, cwd }, ...args) {
  const { status, out, err } = await run(unspool, args, { home, cwd });
  if (status !== 0) throw new Error(`unspool ${args.join(' ')}: ${err || out}`);
  return JSON.parse(out);
}

function report(what, isRight, why) {
  if (!isRight) failed++;
  console.log(`${isRight ? 'passed' : 'failed'}  ${what}  ${why ?? ''}`);
}
