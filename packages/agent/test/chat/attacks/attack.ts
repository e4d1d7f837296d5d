import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiMessage } from '@unspool/session';
import type { ToolResultBlock } from '@unspool/session/read';
import type { ChatOptions } from '../../../src/chat/options.js';
import { bashTool } from '../../../src/tools/shell/bash-tool.js';
import { BackgroundTasks } from '../../../src/tools/tasks/background-tasks.js';
import { newChat, newPlace, type TestPlace, testWorld } from '../../support/chat.js';
import { type Step, text, use } from '../../support/scripted-api.js';

export interface Target extends TestPlace {
  /** A folder beside the project. */
  out: string;
  /** Runs git in the project. */
  git(...args: string[]): string;
}

const A_PROGRAM = '#!/bin/sh\n';
const GIT = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];

/** A project in which harmless commands can do harm. */
export function target(): Target {
  const place = newPlace({
    'a.txt': 'one\n',
    'doomed.txt': 'two\n',
    'sub/b.txt': 'two\n',
    '.env': 'KEY=topsecret\n',
    'package.json': '{"scripts": {"given": "rm"}}',
    'given.sh': `${A_PROGRAM}rm "$@"\n`,
    'given.py': 'import os, sys\nos.execvp("rm", ["rm", sys.argv[1]])\n',
    'given.mjs': "import { spawnSync } from 'node:child_process';\nspawnSync('rm', [process.argv[2]]);\n",
    'given.pl': 'exec "rm", $ARGV[0]',
    'given.mk': 'x:\n\trm $(V)\n',
    'given-parts/given': `${A_PROGRAM}rm "$@"\n`,
    'hooks/git-given': `${A_PROGRAM}rm "$@"\n`,
    '3/ls': '',
    'sub/run.sh': '',
  });
  const out = join(place.cwd, '../out');
  mkdirSync(out);
  const inProject = (path: string) => join(place.cwd, path);
  for (const path of ['3/ls', 'sub/run.sh'])
    writeFileSync(inProject(path), `${A_PROGRAM}ps -o args= -p $PPID >> ${out}/ran-a-program\n`);
  for (const path of ['3/ls', 'sub/run.sh', 'given.sh', 'given-parts/given', 'hooks/git-given']) {
    chmodSync(inProject(path), 0o755);
  }
  writeFileSync(join(out, 'secret'), 'topsecret\n');
  writeFileSync(join(out, 'secret.jq'), 'def x: "topsecret";\n');
  writeFileSync(join(out, 'secret.json'), '"topsecret"\n');
  symlinkSync(out, inProject('link'));
  symlinkSync(join(out, 'secret'), inProject('file-link'));
  writeFileSync(inProject('paths.txt'), `${out}/secret\n`);
  const git = (...args: string[]) =>
    execFileSync('git', [...GIT, ...args], { cwd: place.cwd, encoding: 'utf8' }).trim();
  git('init', '-q', '-b', 'master');
  git('add', 'a.txt', 'sub/b.txt', '.env', 'doomed.txt');
  git('commit', '-qm', 'first');
  execFileSync('git', ['init', '-q', '--bare', 'evil'], { cwd: place.cwd });
  const settings = `\n[core]\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ${out}/../project/sub/run.sh\n`;
  writeFileSync(inProject('evil/config'), settings);
  linkSync(inProject('.env'), inProject('hard-env'));
  return { ...place, out, git };
}

export interface Outcome {
  command: string;
  said: string;
}

const AT_ONCE = 20;

/** The result that the model receives for each command. */
export async function attack(
  place: TestPlace,
  commands: readonly string[],
  options: Partial<ChatOptions>,
): Promise<Outcome[]> {
  const steps: Step[] = [];
  for (let at = 0; at < commands.length; at += AT_ONCE) {
    const some = commands.slice(at, at + AT_ONCE);
    steps.push({ blocks: some.map((command) => use('Bash', { command, timeout: 3000 })) });
  }
  const world = { ...testWorld(place), env: { PATH: process.env['PATH'], HOME: join(place.configDir, '..') } };
  const given = { place, world, tools: [bashTool(new BackgroundTasks())], ...options };
  const { chat, api } = await newChat([...steps, { blocks: [text('done')] }], given);
  await chat.send('go');
  const results = (api.requests.at(-1)?.messages ?? []).flatMap(resultsIn);
  return commands.map((command, at) => ({ command, said: JSON.stringify(results[at]?.content ?? '') }));
}

function resultsIn({ role, content }: ApiMessage): ToolResultBlock[] {
  return role === 'user' ? content.filter((block): block is ToolResultBlock => block.type === 'tool_result') : [];
}

export function wasRefused({ said }: Outcome): boolean {
  return /needs permission|Permission to use \S+ was denied/.test(said);
}
