import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PERMISSION_MODES } from '../../src/permissions/decide.js';
import { bashTool } from '../../src/tools/shell/bash-tool.js';
import { BackgroundTasks } from '../../src/tools/tasks/background-tasks.js';
import { newChat, newPlace, type TestPlace } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';

const READS = ['git status', 'git diff', 'git log -p', 'git show', 'git ls-files', 'git blame a.txt'];

/** A project with a commit and a changed file. */
function repository(): { place: TestPlace; marker: string } {
  const place = newPlace({ 'a.txt': 'one\n' });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: place.cwd });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  appendFileSync(join(place.cwd, 'a.txt'), 'two\n');
  return { place, marker: join(place.cwd, '..', 'ran') };
}

/** An ordinary folder that git treats as a repository. */
function addBareRepository({ cwd }: TestPlace, marker: string): void {
  for (const name of ['objects', 'refs']) mkdirSync(join(cwd, 'evil', name), { recursive: true });
  writeFileSync(join(cwd, 'evil/HEAD'), 'ref: refs/heads/main\n');
  const program = `touch ${marker}; false`;
  const settings = `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n\tfsmonitor = "${program}"\n`;
  writeFileSync(join(cwd, 'evil/config'), settings);
}

async function runs(place: TestPlace, command: string, options: Parameters<typeof newChat>[1]): Promise<string> {
  const steps = [{ blocks: [use('Bash', { command })] }, { blocks: [text('ok')] }];
  const { chat, api } = await newChat(steps, { place, tools: [bashTool(new BackgroundTasks())], ...options });
  await chat.send('go');
  return JSON.stringify(api.requests[1]?.messages.at(-1)?.content[0]);
}

describe.skipIf(process.platform === 'win32')('git that runs without a question', () => {
  it.each(PERMISSION_MODES)('runs no code of a bare repository in the project in mode %s', async (permissionMode) => {
    const { place, marker } = repository();
    addBareRepository(place, marker);
    for (const command of READS) await runs(place, `cd evil && ${command}`, { permissionMode });
    expect(existsSync(marker)).toBe(false);
  });

  it('runs no code of a repository that the same command writes', async () => {
    const { place, marker } = repository();
    const config = `[core]\\n\\tworktree = ..\\n\\tfsmonitor = "touch ${marker}; false"\\n`;
    const made = `mkdir -p evil/objects evil/refs; echo 'ref: refs/heads/main' > evil/HEAD; printf '${config}' > evil/config`;
    await runs(place, `${made}; cd evil; git status`, { permissionMode: 'acceptEdits' });
    expect(existsSync(join(place.cwd, 'evil/config'))).toBe(true);
    expect(existsSync(marker)).toBe(false);
  });

  it('runs neither fsmonitor nor hooks', async () => {
    const { place, marker } = repository();
    writeFileSync(join(place.cwd, '.git/hooks/post-index-change'), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
    appendFileSync(join(place.cwd, '.git/config'), `[core]\n\tfsmonitor = "touch ${marker}; false"\n`);
    const output = await runs(place, 'git status --short', { permissionMode: 'plan' });
    expect(output).toContain('M a.txt');
    expect(existsSync(marker)).toBe(false);
  });

  it.each([
    ['[diff "x"]\n\ttextconv = '],
    ['[diff]\n\texternal = '],
    ['[diff "x"]\n\tcommand = '],
    ['[filter "x"]\n\tclean = '],
  ])('is asked about when the repository has %j', async (setting) => {
    const { place, marker } = repository();
    writeFileSync(join(place.cwd, '.gitattributes'), '*.txt diff=x filter=x\n');
    appendFileSync(join(place.cwd, '.git/config'), `${setting}"touch ${marker};"\n`);
    for (const command of READS) {
      expect(await runs(place, command, { permissionMode: 'default' })).toContain('needs permission');
    }
    expect(existsSync(marker)).toBe(false);
  });

  it('runs hooks if the user or a rule allowed the command', async () => {
    const { place, marker } = repository();
    writeFileSync(join(place.cwd, '.git/hooks/pre-commit'), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
    await runs(place, 'git -c user.name=a -c user.email=a@example.org commit -am second', {
      permissionMode: 'default',
      rules: [{ behavior: 'allow', rule: 'Bash', source: 'cliArg' }],
    });
    expect(existsSync(marker)).toBe(true);
  });
});
