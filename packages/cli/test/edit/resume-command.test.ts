import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resumeCommand, shellWord } from '../../src/edit/resume-command.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { SESSION_ID, sessionFile } from '../support/session-file.js';

describe('the command that continues a session', () => {
  it('quotes what a shell would read', () => {
    expect(resumeCommand(SESSION_ID, '/home/dev/app', 'linux')).toBe(
      `cd /home/dev/app && claude --resume ${SESSION_ID}`,
    );
    expect(resumeCommand(SESSION_ID, '/tmp/$(touch x)', 'linux')).toContain("cd -- '/tmp/$(touch x)' && claude");
    expect(resumeCommand(SESSION_ID, "/it's", 'linux')).toContain("cd -- '/it'\\''s' && claude");
    expect(resumeCommand(SESSION_ID, '-P', 'linux')).toContain('cd -- -P && claude');
    expect(resumeCommand(SESSION_ID, 'C:\\Users\\a b', 'win32')).toContain('cd "C:\\Users\\a b" && claude');
  });

  it('is not given where it cannot be safe', () => {
    for (const cwd of ['/a\nrm -r b', '/a\rb', '/a\u001b[2Kb', '/a\u202eb', '']) {
      expect(resumeCommand(SESSION_ID, cwd, 'linux')).toBeUndefined();
    }
    for (const cwd of ['C:\\a"b', 'C:\\%PATH% x', 'C:\\$(x)', 'C:\\a`b', 'C:\\a\u201d; b']) {
      expect(resumeCommand(SESSION_ID, cwd, 'win32')).toBeUndefined();
    }
    expect(resumeCommand('x; rm -r y', '/a', 'linux')).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')('is one word to a real shell, whatever the name', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab $`"\'\\!(){};&|<>*?[]~#=%-/.é') });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), (names) => {
        const words = names.flatMap((name) => shellWord(name, 'linux') ?? []);
        const read = execFileSync('sh', ['-c', `printf '%s\\n' -- ${words.join(' ')}`], { encoding: 'utf8' });
        expect(read.split('\n').slice(1, -1)).toEqual(names.filter((name) => name !== ''));
      }),
      { numRuns: 30 },
    );
  });
});

interface Machine {
  home: string;
  run(...args: string[]): Promise<{ code: number; out: string; err: string }>;
}

function machine(): Machine {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-home-')));
  mkdirSync(join(home, '.claude', 'projects'), { recursive: true });
  return {
    home,
    async run(...args) {
      const io = memoryIo({ home, cwd: home, env: { HOME: home } });
      return { code: await run(args, io), out: io.stdout(), err: io.stderr() };
    },
  };
}

function sessionIn({ home }: Machine, cwd: string): string {
  const file = sessionFile()
    .user('Q', { cwd })
    .reply('m1', 'A', { cwd })
    .write(`${SESSION_ID}.jsonl`, join(home, '.claude', 'projects', cwd.replace(/[^A-Za-z0-9]/g, '-')));
  utimesSync(file, 1e9, 1e9);
  return file;
}

describe('commands that say how to continue', () => {
  it('unpack names a hostile folder without running it', async () => {
    const [here, there] = [machine(), machine()];
    const file = sessionIn(here, '/tmp/$(touch x)');
    await here.run('pack', file, '-o', join(here.home, 'a.tgz'));
    const { code, out } = await there.run('unpack', join(here.home, 'a.tgz'));
    expect(code).toBe(0);
    expect(out).toContain("cd -- '/tmp/$(touch x)' && claude --resume");
  });

  it('unpack gives no command for a folder with a line end', async () => {
    const [here, there] = [machine(), machine()];
    const file = sessionIn(here, '/tmp/a\ntouch x #');
    await here.run('pack', file, '-o', join(here.home, 'a.tgz'));
    const { code, out, err } = await there.run('unpack', join(here.home, 'a.tgz'));
    expect(code).toBe(0);
    expect(out).not.toContain('cd ');
    expect(err).toContain('cannot be quoted safely in a command');
  });

  it('clone --cwd says where to go, also when the folder is not there yet', async () => {
    const at = machine();
    const file = sessionIn(at, join(at.home, 'app'));
    const { code, out, err } = await at.run('clone', file, '--cwd', '/nonexistent/the x');
    expect(code).toBe(0);
    expect(out).toMatch(/Continue with: cd -- '\/nonexistent\/the x' && claude --resume \S+\n/);
    expect(err).toContain('There is no folder /nonexistent/the x yet');
    expect(readdirSync(join(at.home, '.claude', 'projects'))).toContain('-nonexistent-the-x');
    const result = JSON.parse((await at.run('clone', file, '--cwd', '.', '--json')).out);
    expect(result.command).toBe(`cd ${at.home} && claude --resume ${result.sessionId}`);
  });

  it('clone --cwd needs a folder', async () => {
    const at = machine();
    const file = sessionIn(at, join(at.home, 'app'));
    const { code, err } = await at.run('clone', file, '--cwd', '');
    expect(code).toBe(2);
    expect(err).toContain('--cwd needs a folder');
  });
});
