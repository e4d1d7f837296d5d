// node conformance/plugin.mjs [--no-build]: the plugin in the real client, in a private home. It must be valid and load
// from a directory marketplace, its hook must index, its tool must answer the model, and uninstalling must restore the
// settings. See docs/conformance.md.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, install, root } from '../scripts/ready.mjs';
import { startChatApi } from './chat-api.mjs';
import { environment, installClient, runClient, VERSION } from './client.mjs';

const { values } = parseArgs({ options: { 'no-build': { type: 'boolean' } } });
if (!values['no-build']) {
  install();
  build();
}
const client = installClient();
const home = mkdtempSync(join(tmpdir(), 'unspool-plugin-'));
const cwd = join(home, 'project');
const settings = join(home, '.claude/settings.json');
const data = join(home, 'data');
const more = { PATH: `${commandFolder()}${delimiter}${process.env.PATH}`, UNSPOOL_HOME: data };
const TOOL = 'mcp__plugin_unspool_unspool__search_sessions';
let failed = 0;

try {
  layOut();
  for (const folder of [join(root, 'plugin'), root]) {
    const { status, output } = claude(['plugin', 'validate', '--strict', folder]);
    report(`validate --strict ${folder === root ? 'marketplace' : 'plugin'}`, status === 0, output);
  }
  // The client reorders the settings, so compare them with a version that it has already written.
  addAndInstall();
  removeAgain();
  const before = readFileSync(settings);
  addAndInstall();
  const list = claude(['plugin', 'list']).output;
  report('is installed from a directory', list.includes('unspool@unspool') && !/error|failed/i.test(list), list);
  await ask('@@first What made the upload flaky? zanzibar', { first: [{ blocks: [text('The token expired.')] }] });
  report('the hook indexes the session', await within(20_000, () => isIndexed('zanzibar')), 'no session in the index');
  const asked = await ask('@@recall What did we find?', {
    recall: [
      { blocks: [{ type: 'tool_use', id: 'toolu_recall', name: TOOL, input: { query: 'zanzibar flaky' } }] },
      { blocks: [text('Found.')] },
    ],
  });
  // The client only lists the names of servers' tools and loads them when the model asks for them.
  const isOffered = asked.requests.some((body) => JSON.stringify(body).includes(TOOL));
  report('the tool is offered', isOffered, toolNames(asked));
  const answers = asked.requests.flatMap(({ messages }) => JSON.stringify(messages.at(-1)));
  const isAnswered = answers.some(
    (each) => /toolu_recall/.test(each) && /session [0-9a-f]{8} turn 1, prompt/.test(each),
  );
  report('the model calls the tool and is answered', isAnswered, answers.at(-1)?.slice(0, 600));
  report(
    'the skill is offered',
    asked.requests.some((body) => JSON.stringify(body).includes('unspool:recall')),
    'not named',
  );
  report(
    'nothing is put into a session unasked',
    !/earlier sessions wrote/.test(answers.join('')),
    'a line at the start',
  );
  const found = await ask('/unspool:find @@slash zanzibar', { slash: [{ blocks: [text('Nothing.')] }] });
  const isExpanded = JSON.stringify(found.requests).includes(
    'search_sessions` tool of the unspool server for: @@slash zanzibar',
  );
  report('a slash command is expanded', isExpanded, found.err);
  removeAgain();
  report(
    'uninstall leaves the settings byte for byte',
    readFileSync(settings).equals(before),
    readFileSync(settings, 'utf8'),
  );
  addAndInstall();
  await startLine();
} finally {
  await within(20_000, isRemoved);
}
console.log(`\nplugin, client ${VERSION}: ${failed === 0 ? 'passed' : `${failed} failed`}`);
process.exitCode = failed > 0 ? 1 : 0;

function commandFolder() {
  const folder = join(home, 'bin');
  mkdirSync(folder);
  symlinkSync(join(process.env.UNSPOOL_DIST ?? join(root, 'packages/cli/dist'), 'unspool.js'), join(folder, 'unspool'));
  return folder;
}

function layOut() {
  mkdirSync(cwd);
  mkdirSync(join(home, '.claude'));
  writeFileSync(settings, '{\n  "theme": "dark",\n    "env": { "A": "b" }\n}\n');
  mkdirSync(join(home, 'marketplace'));
  for (const part of ['.claude-plugin', 'plugin'])
    cpSync(join(root, part), join(home, 'marketplace', part), { recursive: true });
}

/** With the option, the model is told about earlier sessions that wrote the files that are changed. */
async function startLine() {
  const saved = claude(['plugin', 'configure', 'unspool@unspool', '--values-stdin'], '{"start_line":"true"}');
  const file = join(cwd, 'made.txt');
  spawnSync('git', ['init', '-q'], { cwd });
  await ask('@@write Make a file', {
    write: [
      {
        blocks: [
          { type: 'tool_use', id: 'toolu_write', name: 'Write', input: { file_path: file, content: 'a new line\n' } },
        ],
      },
      { blocks: [text('Made.')] },
    ],
  });
  await within(20_000, () => unspool('blame', '--changed').includes('made.txt'));
  const { requests, err } = await ask('@@start Go on', { start: [{ blocks: [text('Yes.')] }] });
  const line = /Earlier sessions wrote [^"]*made.txt \(session [0-9a-f]{8} turn 1\)/;
  report('the line at the start is added if asked for', line.test(JSON.stringify(requests)), `${saved.output} ${err}`);
}

function addAndInstall() {
  claude(['plugin', 'marketplace', 'add', join(home, 'marketplace')]);
  claude(['plugin', 'install', 'unspool@unspool']);
}

function removeAgain() {
  claude(['plugin', 'uninstall', 'unspool@unspool']);
  claude(['plugin', 'marketplace', 'remove', 'unspool']);
}

function claude(args, input = '') {
  const [program, ...first] = client;
  const env = { ...environment(home, 'http://127.0.0.1:9'), ...more };
  const { status, stdout, stderr } = spawnSync(program, [...first, ...args], {
    cwd,
    env,
    input,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, output: `${stdout}${stderr}` };
}

async function ask(prompt, scripts) {
  const api = await startChatApi(scripts);
  try {
    const args = ['-p', prompt, '--output-format', 'json', '--dangerously-skip-permissions'];
    const ended = await runClient([...client, ...args], { home, cwd, url: api.url, more });
    return { ...ended, requests: api.requests };
  } finally {
    api.close();
  }
}

function isIndexed(word) {
  if (!existsSync(join(data, 'unspool.db'))) return false;
  return unspool('search', word, '--json').includes(word);
}

function unspool(...args) {
  const env = { ...environment(home, 'http://127.0.0.1:9'), ...more };
  return spawnSync('unspool', args, { cwd, env, encoding: 'utf8' }).stdout;
}

/** The hook's processes may still be writing. */
function isRemoved() {
  try {
    rmSync(home, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

async function within(most, isSo) {
  for (const end = Date.now() + most; Date.now() < end; ) {
    if (isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}

function report(what, isRight, why) {
  if (!isRight) failed++;
  console.log(`${isRight ? 'passed' : 'failed'}  ${what}${isRight ? '' : `\n  ${why}`}`);
}

function toolNames({ requests, err }) {
  return `${requests.flatMap(({ tools }) => tools?.map(({ name }) => name) ?? []).join(' ')} ${err}`;
}

function text(words) {
  return { type: 'text', text: words };
}
