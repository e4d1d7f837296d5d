import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PermissionRule, RuleBehavior } from '../../src/permissions/decide.js';
import { findLauncher } from '../../src/sandbox/launcher.js';
import { DEFAULT_SANDBOX, type SandboxSettings } from '../../src/sandbox/settings.js';
import { bashTool } from '../../src/tools/shell/bash-tool.js';
import { BackgroundTasks } from '../../src/tools/tasks/background-tasks.js';
import { linesOf, newChat, newPlace, type TestPlace } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';

const launcher = findLauncher({ platform: process.platform, env: process.env });
const cannot =
  launcher.kind === 'bubblewrap' ? '' : ` (skipped: ${launcher.kind === 'none' ? launcher.why : 'not Linux'})`;
const rule = (behavior: RuleBehavior, each: string): PermissionRule => ({ behavior, rule: each, source: 'cliArg' });
const ALL: SandboxSettings = { ...DEFAULT_SANDBOX, scope: 'all' };

interface Ran {
  said: string;
  isSandboxed: unknown;
}

async function run(place: TestPlace, command: string, options: Parameters<typeof newChat>[1] = {}): Promise<Ran> {
  const steps = [{ blocks: [use('Bash', { command })] }, { blocks: [text('ok')] }];
  const given = { permissionMode: 'default' as const, rules: [rule('allow', 'Bash')], sandbox: ALL, ...options };
  const { chat, api } = await newChat(steps, { place, tools: [bashTool(new BackgroundTasks())], ...given });
  await chat.send('go');
  const isSandboxed = linesOf(chat.file).find(({ sandboxed }) => sandboxed !== undefined)?.['sandboxed'];
  return { said: JSON.stringify(api.requests[1]?.messages.at(-1)?.content[0]), isSandboxed };
}

describe.skipIf(launcher.kind !== 'bubblewrap')(`every command in the sandbox${cannot}`, () => {
  // Not in the temporary folder, which is writable.
  let outside = '';
  beforeAll(() => {
    outside = realpathSync(mkdtempSync(join(process.cwd(), 'node_modules/.unspool-sandbox-')));
  });
  afterAll(() => rmSync(outside, { recursive: true, force: true }));
  let place: TestPlace;
  let file: string;
  beforeEach(() => {
    place = newPlace({ 'a.txt': 'one\n', '.env': 'KEY=hush\n', 'sub/.env': 'KEY=hush\n', 'secret/key': 'hush\n' });
    spawnSync('git', ['init', '-q'], { cwd: place.cwd });
    file = join(outside, 'file');
    writeFileSync(file, 'before');
  });
  afterEach(() => rmSync(file, { force: true }));

  it('writes in the project and the temporary folder', async () => {
    const temp = join(realpathSync(tmpdir()), `unspool-sandbox-${process.pid}`);
    const ran = await run(place, `echo x > new.txt && echo y > ${temp} && rm ${temp} && cat new.txt`);
    expect(ran).toMatchObject({ isSandboxed: true });
    expect(readFileSync(join(place.cwd, 'new.txt'), 'utf8')).toBe('x\n');
  });

  it.each([
    ['echo x > FILE'],
    ['rm FILE'],
    ["python3 -c \"open('FILE', 'w')\" || sh -c 'echo x > FILE'"],
    ['ln -s OUTSIDE link; echo x > link/file'],
  ])('does not write elsewhere: %s', async (command) => {
    const { said: output } = await run(place, command.replaceAll('FILE', file).replaceAll('OUTSIDE', outside));
    expect(readFileSync(file, 'utf8')).toBe('before');
    expect(output).toContain('ran in a sandbox');
  });

  it.each([
    ['git config core.fsmonitor ./x', '.git/config'],
    ['echo x >> .git/config', '.git/config'],
    ['echo x > .git/hooks/pre-commit', '.git/hooks/pre-commit'],
    ['mkdir -p .claude; echo {} > .claude/settings.json', '.claude/settings.json'],
    ['mv .git old && mkdir .git && echo x > .git/config', '.git/config'],
  ])('does not change files that control what may run: %s', async (command, path) => {
    const before = existsSync(join(place.cwd, path)) && readFileSync(join(place.cwd, path), 'utf8');
    await run(place, command);
    expect(existsSync(join(place.cwd, path)) && readFileSync(join(place.cwd, path), 'utf8')).toBe(before);
  });

  // Without the sandbox, root could do all of these.
  it.each([
    ['mount -o remount,rw,bind / ; echo x > FILE'],
    ['umount -l / ; echo x > FILE'],
    ['mount --bind /tmp /mnt ; mount -o remount,rw / ; echo x > FILE'],
    ['unshare -Urm sh -c "mount -o remount,rw,bind / ; echo x > FILE"'],
    ['nsenter -t 1 -m sh -c "echo x > FILE"'],
    ['echo x > /proc/1/root/FILE'],
    ['echo x > /proc/$PPID/root/FILE'],
    ['chroot /proc/1/root sh -c "echo x > FILE"'],
    ['date -s 2001-01-01'],
    ['echo x > /proc/sys/kernel/core_pattern'],
  ])('cannot be escaped: %s', async (command) => {
    const before = readFileSync('/proc/sys/kernel/core_pattern', 'utf8');
    await run(place, command.replaceAll('FILE', file));
    expect(readFileSync(file, 'utf8')).toBe('before');
    expect(new Date().getFullYear()).toBeGreaterThan(2001);
    expect(readFileSync('/proc/sys/kernel/core_pattern', 'utf8')).toBe(before);
  });

  it('commits', async () => {
    const { said: output } = await run(
      place,
      'git add a.txt && git -c user.name=a -c user.email=a@b.example commit -m first',
    );
    expect(output).toContain('1 file changed');
  });

  it('cannot read denied files under any name', async () => {
    const denied = [rule('allow', 'Bash'), rule('deny', 'Read(.env)'), rule('deny', 'Read(./secret/**)')];
    writeFileSync(join(place.cwd, 'show.sh'), 'cat .e* */.e* se*/key; cat $(echo .en)v');
    const ran = await run(place, 'sh show.sh', { rules: denied });
    expect(ran.isSandboxed ?? true).toBe(true);
    expect(ran.said).not.toContain('hush');
    expect((await run(place, 'sh show.sh')).said).toContain('hush');
  });

  it('has a network only when the settings say so', async () => {
    const server = createServer((socket) => socket.end('reached'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const command = `cat < /dev/tcp/127.0.0.1/${port}`;
    expect((await run(place, command)).said).not.toContain('reached');
    const open = await run(place, command, { sandbox: { ...ALL, hasNetwork: true } });
    server.close();
    expect(open.said).toContain('reached');
  });

  it('sees no process outside the sandbox', async () => {
    expect((await run(place, `kill -0 ${process.pid} || echo nobody`)).said).toContain('nobody');
  });

  it('keeps the current folder, and kills a command at its timeout', async () => {
    mkdirSync(join(place.cwd, 'deep'));
    expect((await run(place, 'cd deep && pwd')).said).toContain('/deep');
    const steps = [
      { blocks: [use('Bash', { command: 'sleep 60 & sleep 60', timeout: 200 })] },
      { blocks: [text('ok')] },
    ];
    const { chat, api } = await newChat(steps, { place, tools: [bashTool(new BackgroundTasks())], sandbox: ALL });
    await chat.send('go');
    expect(JSON.stringify(api.requests[1]?.messages.at(-1))).toContain('timed out');
  });

  it('runs excluded commands outside', async () => {
    const sandbox = { ...ALL, excludedCommands: ['touch'] };
    expect((await run(place, `touch ${outside}/made`, { sandbox })).isSandboxed).toBe(false);
    await run(place, `touch a && echo x > ${file}`, { sandbox });
    expect(readFileSync(file, 'utf8')).toBe('before');
  });

  it('skips the question only if the settings say so', async () => {
    const nothing = { rules: [] };
    expect((await run(place, 'sh -c "echo hi" | tee out', nothing)).said).toContain('needs permission');
    const sandbox = { ...ALL, autoAllow: true };
    expect((await run(place, 'echo hi | tee out', { ...nothing, sandbox })).isSandboxed).toBe(true);
    const denied = await run(place, 'echo hi | tee out', { rules: [rule('deny', 'Bash(tee:*)')], sandbox });
    expect(denied.said).toContain('denied');
  });
});

describe.skipIf(launcher.kind !== 'bubblewrap')(`by default${cannot}`, () => {
  it.each<[string, PermissionRule[], boolean]>([
    ['ls && git status', [], true],
    ['cat a.txt | sort | uniq -c', [], true],
    ['cat a.txt && env -i true', [rule('allow', 'Bash(env:*)')], false],
    ['true', [rule('allow', 'Bash')], false],
  ])('%s with %j runs in the sandbox: %s', async (command, rules, isSandboxed) => {
    const place = newPlace({ 'a.txt': 'one\n' });
    spawnSync('git', ['init', '-q'], { cwd: place.cwd });
    expect((await run(place, command, { rules, sandbox: DEFAULT_SANDBOX })).isSandboxed).toBe(isSandboxed);
    const off = { ...DEFAULT_SANDBOX, scope: 'off' as const };
    expect((await run(place, command, { rules, sandbox: off })).isSandboxed).toBe(false);
  });

  it('accepted edits reach the project', async () => {
    const place = newPlace({ 'a.txt': 'one\n' });
    const options = { rules: [], sandbox: DEFAULT_SANDBOX, permissionMode: 'acceptEdits' as const };
    expect((await run(place, 'mkdir -p new && cp a.txt new/b.txt', options)).isSandboxed).toBe(true);
    expect(readFileSync(join(place.cwd, 'new/b.txt'), 'utf8')).toBe('one\n');
  });
});

const denied = [rule('allow', 'Bash'), rule('deny', 'Read(.env)'), rule('deny', 'Bash(unlink:*)')];

describe.skipIf(launcher.kind !== 'bubblewrap')(
  `denied files and programs, with everything else allowed${cannot}`,
  () => {
    let place: TestPlace;
    beforeEach(() => {
      place = newPlace({ 'a.txt': 'one\n', '.env': 'KEY=hush\n' });
      linkSync(join(place.cwd, '.env'), join(place.cwd, 'second'));
    });
    const runs = (script: string, options: Parameters<typeof newChat>[1] = {}) => {
      writeFileSync(join(place.cwd, 'x.sh'), script);
      return run(place, 'sh x.sh', { rules: denied, sandbox: DEFAULT_SANDBOX, ...options });
    };

    it.each([
      ['cat .env'],
      ['cat second'],
      ['cat $(echo .en)v'],
      ['python3 -c "print(open(chr(46) + chr(101) + chr(110) + chr(118)).read())"'],
      ['cat /proc/1/root$PWD/.env'],
      ['cat /proc/$PPID/root$PWD/.env'],
      ['umount .env; cat .env'],
      ['umount -l $PWD/.env; cat .env'],
      ['unshare -Urm sh -c "umount .env; cat .env"'],
      ['nsenter -t 1 -m cat $PWD/.env'],
      ['nsenter -t $PPID -m cat $PWD/.env'],
      ['ln .env third; cat third'],
      ['cp .env third; cat third'],
      ['mv .env third; cat third'],
      ['tar cf - .env | strings'],
    ])('cannot be read by a script: %s', async (script) => {
      const { said: output, isSandboxed } = await runs(script);
      expect(output).not.toContain('hush');
      expect(output).not.toContain('write only in the project');
      expect(isSandboxed ?? true).toBe(true);
    });

    it.each([
      ['unlink a.txt'],
      ['/usr/bin/unlink a.txt'],
      ['cp $(which unlink) ./u; ./u a.txt'],
      ['ln $(which unlink) ./u; ./u a.txt'],
      ['/lib64/ld-linux-x86-64.so.2 $(which unlink) a.txt'],
      ['/proc/$PPID/root$(which unlink) a.txt'],
      ['umount $(which unlink); unlink a.txt'],
      ['env -i $(which unlink) a.txt'],
    ])('cannot be started by a script: %s', async (script) => {
      await runs(script);
      expect(existsSync(join(place.cwd, 'a.txt'))).toBe(true);
    });

    it('restricts nothing else', async () => {
      const server = createServer((socket) => socket.end('reached'));
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const { port } = server.address() as { port: number };
      const outside = join(place.configDir, 'new');
      writeFileSync(
        join(place.cwd, 'y.sh'),
        `echo x > ${outside}; kill -0 ${process.pid} && cat < /dev/tcp/127.0.0.1/${port}`,
      );
      const { said: output } = await run(place, 'bash y.sh', { rules: denied, sandbox: DEFAULT_SANDBOX });
      server.close();
      expect(output).toContain('reached');
      expect(readFileSync(outside, 'utf8')).toBe('x\n');
    });

    it.each<[string, PermissionRule[], boolean]>([
      ['sh x.sh', denied, true],
      ['sh x.sh', [...denied, rule('allow', 'Bash(sh x.sh)')], true],
      ['sh x.sh', [...denied.slice(1), rule('allow', 'Bash(sh x.sh)')], false],
      ['sh x.sh', [...denied.slice(1), rule('allow', 'Bash(sh:*)')], true],
      ['sh x.sh', [rule('allow', 'Bash')], false],
    ])('%s with %j is confined: %s', async (command, rules, isHeld) => {
      writeFileSync(join(place.cwd, 'x.sh'), 'echo hi');
      expect((await run(place, command, { rules, sandbox: DEFAULT_SANDBOX })).isSandboxed).toBe(isHeld);
    });

    it('are out of reach in bypass mode, too, but not with --no-sandbox', async () => {
      const options = { permissionMode: 'bypassPermissions' as const, rules: denied.slice(1) };
      expect((await runs('cat $(echo .en)v', options)).said).not.toContain('hush');
      const off = { ...DEFAULT_SANDBOX, scope: 'off' as const };
      expect((await runs('cat $(echo .en)v', { ...options, sandbox: off })).said).toContain('hush');
    });
  },
);
