import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PermissionRule } from '../../src/permissions/decide.js';
import { USUAL_SANDBOX } from '../../src/sandbox/settings.js';
import { bashTool } from '../../src/tools/shell/bash-tool.js';
import { BackgroundTasks } from '../../src/tools/tasks/background-tasks.js';
import { newChat, newPlace } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';

/** OUT is a folder beside the project, to which `link` leads. */
const COMMANDS = [
  'echo x | uniq - a.txt',
  "printf '[core]\\n\\tfsmonitor = touch OUT/ran\\n' | uniq - .git/config; git status",
  "printf 'OUT/secret\\0' | sort --files=-",
  'jq -n \'import "secret" as $x {search: "OUT"}; $x\'',
  'grep -R topsec .',
  'grep -r topsec link/',
  'diff -rN sub link',
  'cd link && cat secret',
  'git diff a.txt link/secret',
  'git log --output=OUT/ran',
  'find . -name a.txt -delete',
  'find . -fprint OUT/ran',
  "find -L . -name secret -exec cat '{}' +",
  'sort -o a.txt sub/b.txt',
  "printf 'abc%n' PATH; ls",
  'rg --pre ./sub/run.sh x',
  "bash -euo pipefail -c 'cat link/secret'",
  'ls link/*',
  'git show HEAD:.env',
  'git log -p',
  "printf '.env\\0' | sort --files0-from=-",
];

const RULES: PermissionRule[] = [{ behavior: 'deny', rule: 'Read(.env)', source: 'cliArg' }];

describe.skipIf(process.platform === 'win32')('commands that nobody allowed, without a sandbox', () => {
  it.each(['default', 'plan', 'dontAsk', 'acceptEdits'] as const)('do no harm in mode %s', async (permissionMode) => {
    const place = newPlace({ 'a.txt': 'one\n', 'sub/b.txt': 'two\n', '.env': 'KEY=topsecret\n' });
    const out = join(place.cwd, '../out');
    mkdirSync(out);
    writeFileSync(join(out, 'secret'), 'topsecret\n');
    symlinkSync(out, join(place.cwd, 'link'));
    mkdirSync(join(place.cwd, '3'));
    for (const script of ['3/ls', 'sub/run.sh']) {
      writeFileSync(join(place.cwd, script), `#!/bin/sh\ntouch ${out}/ran\n`, { mode: 0o755 });
    }
    const git = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      [...git, 'commit', '-qm', 'first'],
    ]) {
      execFileSync('git', args, { cwd: place.cwd });
    }
    const config = readFileSync(join(place.cwd, '.git/config'), 'utf8');
    const steps = COMMANDS.map((each) => ({ blocks: [use('Bash', { command: each.replaceAll('OUT', out) })] }));
    const { chat, api } = await newChat([...steps, { blocks: [text('done')] }], {
      place,
      permissionMode,
      tools: [bashTool(new BackgroundTasks())],
      rules: RULES,
      sandbox: { ...USUAL_SANDBOX, scope: 'off' },
    });
    await chat.send('go');
    expect(api.requests).toHaveLength(COMMANDS.length + 1);
    const results = api.requests.at(-1)?.messages.filter(({ role }) => role === 'user') ?? [];
    expect(results.slice(1).filter((each) => JSON.stringify(each).includes('topsecret'))).toEqual([]);
    expect(existsSync(join(out, 'ran'))).toBe(false);
    expect(readFileSync(join(place.cwd, 'a.txt'), 'utf8')).toBe('one\n');
    expect(readFileSync(join(place.cwd, '.git/config'), 'utf8')).toBe(config);
  });
});
