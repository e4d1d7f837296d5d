// node conformance/blame.mjs [--no-build]: sessions of the real client write, edit, rename, commit, rebase and format in a
// new repository, with a scripted model, so that the author of each line is known. Prints precision and recall of
// `unspool blame`. See docs/conformance.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, install, root } from '../scripts/ready.mjs';
import { startChatApi } from './chat-api.mjs';
import { installClient, runClient, VERSION } from './client.mjs';

const { values } = parseArgs({ options: { 'no-build': { type: 'boolean' } } });
if (!values['no-build']) {
  install();
  build();
}
const client = installClient();
const unspool = join(process.env.UNSPOOL_DIST ?? join(root, 'packages/cli/dist'), 'unspool.js');
const home = mkdtempSync(join(tmpdir(), 'unspool-blame-'));
const repo = join(home, 'repo');
/** The author of each line. Lines are compared without the formatter's changes. */
const owners = new Map();
const commits = [];
let calls = 0;

try {
  mkdirSync(repo);
  git('init', '-q', '-b', 'main');
  await session('first', [write('src/a.js', lines('first', 20)), write('src/tabs.js', lines('tabbed', 15, '\t'))]);
  commit('two files', ['first']);
  await session('second', [
    read('src/a.js'),
    edit(
      'src/a.js',
      'const first_4 = compute("4");',
      `const first_4 = compute("4");\n${lines('second', 12).trimEnd()}`,
    ),
    read('src/tabs.js'),
    edit('src/tabs.js', '\tconst tabbed_3', `${lines('inTabs', 6, '\t')}\tconst tabbed_3`),
    edit('src/tabs.js', 'this is nowhere', 'const neverWritten = 1;'),
  ]);
  byHand('src/a.js', lines('byHand', 8));
  commit('more', ['second']);
  await session('large', [write('src/large.js', lines('large', 400))]);
  commit('a large file', ['large']);
  await session('inLarge', [
    read('src/large.js'),
    edit('src/large.js', 'const large_7 = compute("7");', lines('inLarge', 9).trimEnd()),
  ]);
  await session('everywhere', [read('src/a.js'), edit('src/a.js', 'compute("1', 'calculate("1', true)]);
  own(
    'everywhere',
    readFileSync(join(repo, 'src/a.js'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('calculate')),
  );
  commit('in large files', ['inLarge', 'everywhere']);
  git('mv', 'src/a.js', 'src/renamed.js');
  git('commit', '-q', '-m', 'rename');
  format('src/renamed.js');
  format('src/tabs.js');
  git('commit', '-q', '-a', '-m', 'format');
  git('checkout', '-q', '-b', 'side', 'HEAD~4');
  byHand('side.txt', 'beside\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'side');
  git('checkout', '-q', 'main');
  git('rebase', '-q', 'side');
  const onLines = tally();
  for (const file of ['src/renamed.js', 'src/tabs.js', 'src/large.js']) {
    for (const { text, writer } of ask('blame', file).lines) {
      const owner = owners.get(bare(text));
      if (owner !== undefined) count(onLines, owner === 'byHand' ? [] : [owner], writer ? [nameOf(writer.prompt)] : []);
    }
  }
  const onCommits = tally();
  for (const { id, names } of commits)
    count(
      onCommits,
      names,
      ask('blame', id).sessions.map(({ last }) => nameOf(last.prompt)),
    );
  console.log(`lines    ${shown(onLines)}\ncommits  ${shown(onCommits)}`);
  const isGood = [onLines, onCommits].every((each) => precision(each) >= 0.94 && recall(each) >= 0.92);
  console.log(`\nblame, client ${VERSION}: ${isGood ? 'passed' : 'failed'}`);
  process.exitCode = isGood ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 300 });
}

/** One run of the client that makes these calls. The prompt contains its name. */
async function session(name, tools) {
  const steps = [
    ...tools.map((tool) => ({ blocks: [{ type: 'tool_use', id: `toolu_${name}_${++calls}`, ...tool.call }] })),
    done(),
  ];
  const api = await startChatApi({ [name.toLowerCase()]: steps });
  try {
    const args = [
      '-p',
      `@@${name.toLowerCase()} ${name}: do it`,
      '--output-format',
      'json',
      '--dangerously-skip-permissions',
    ];
    await runClient([...client, ...args], { home, cwd: repo, url: api.url });
  } finally {
    api.close();
  }
  for (const { written = '' } of tools) own(name, written.split('\n'));
}

function own(name, written) {
  for (const line of written) if (line.trim() !== '') owners.set(bare(line), owners.get(bare(line)) ?? name);
}

function write(file, content) {
  return { call: { name: 'Write', input: { file_path: join(repo, file), content } }, written: content };
}

function read(file) {
  return { call: { name: 'Read', input: { file_path: join(repo, file) } } };
}

function edit(file, from, to, isEverywhere = false) {
  const input = { file_path: join(repo, file), old_string: from, new_string: to, replace_all: isEverywhere };
  return { call: { name: 'Edit', input }, written: isEverywhere || from === 'this is nowhere' ? '' : to };
}

function done() {
  return { blocks: [{ type: 'text', text: 'Done.' }] };
}

function byHand(file, more) {
  const path = join(repo, file);
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // A new file.
  }
  writeFileSync(path, text + more);
  own('byHand', more.split('\n'));
}

function format(file) {
  const path = join(repo, file);
  writeFileSync(
    path,
    readFileSync(path, 'utf8')
      .replace(/^[\t ]*/gm, '    ')
      .replace(/;$/gm, '')
      .replaceAll('"', "'"),
  );
}

function commit(message, names) {
  git('add', '-A');
  git('commit', '-q', '-m', message);
  commits.push({ id: git('rev-parse', 'HEAD').trim(), names });
}

function git(...args) {
  const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd: repo, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function ask(...args) {
  const env = { PATH: process.env.PATH, HOME: home, UNSPOOL_HOME: join(home, 'data') };
  return JSON.parse(execFileSync(process.execPath, [unspool, ...args, '--json'], { cwd: repo, env, encoding: 'utf8' }));
}

function nameOf(prompt) {
  return /^@@\S+ (\w+):/.exec(prompt ?? '')?.[1];
}

function lines(name, most, indent = '') {
  return Array.from({ length: most }, (_, at) => `${indent}const ${name}_${at} = compute("${at}");\n`).join('');
}

function bare(line) {
  return line.replace(/[\s;'"]/g, '');
}

function tally() {
  return { right: 0, wrong: 0, missed: 0 };
}

function count(sum, known, found) {
  const right = found.filter((each) => known.includes(each)).length;
  sum.right += right;
  sum.wrong += found.length - right;
  sum.missed += known.length - right;
}

function precision({ right, wrong }) {
  return right / (right + wrong);
}

function recall({ right, missed }) {
  return right / (right + missed);
}

function shown(sum) {
  return `precision ${precision(sum).toFixed(3)}, recall ${recall(sum).toFixed(3)} of ${sum.right + sum.missed}`;
}
