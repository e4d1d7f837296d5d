import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTo } from '@unspool/session/edit';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { type MemoryIo, memoryIo } from '../support/memory-io.js';
import { SESSION_ID, sessionFile } from '../support/session-file.js';

const NOW = Date.UTC(2026, 5, 1);
const KEY = `ghp_${'a1B2c3D4e5'.repeat(3)}f6G7h8`;

interface Machine {
  home: string;
  projects: string;
  run(...args: string[]): Promise<{ code: number; io: MemoryIo }>;
}

function machine(): Machine {
  const home = mkdtempSync(join(tmpdir(), 'unspool-home-'));
  const projects = join(home, '.claude', 'projects');
  mkdirSync(projects, { recursive: true });
  return {
    home,
    projects,
    async run(...args) {
      const io = memoryIo({ home, cwd: home, env: { HOME: home }, now: NOW });
      return { code: await run(args, io), io };
    },
  };
}

function withSession({ home, projects }: Machine): string {
  const cwd = join(home, 'app');
  const slug = cwd.replace(/[^A-Za-z0-9]/g, '-');
  const file = sessionFile()
    .user(`look at ${cwd}/x.ts`, { cwd })
    .call('m1', 't1', 'Bash', { command: `cd ${cwd} && echo ${KEY}` }, { cwd })
    .result('t1', `token is ${KEY}`, { cwd })
    .reply('m2', [{ type: 'thinking', thinking: `the token is ${KEY}`, signature: 'sig' }], { cwd })
    .reply('m2', 'done', { cwd })
    .write(`${SESSION_ID}.jsonl`, join(projects, slug));
  utimesSync(file, 1e9, 1e9);
  return file;
}

describe('unspool move', () => {
  it('plans, moves and is undone', async () => {
    const at = machine();
    const file = withSession(at);
    const bytes = readFileSync(file);
    const [from, to] = [join(at.home, 'app'), join(at.home, 'renamed')];
    const plan = await at.run('move', from, to, '--dry-run');
    expect(plan.io.stdout()).toMatch(/Move 1 session[\s\S]*replacements[\s\S]*resumes 1 of 1/);
    expect(readFileSync(file)).toEqual(bytes);
    expect(readdirSync(at.projects)).toHaveLength(1);
    const moved = await at.run('move', from, to, '--json');
    const result = JSON.parse(moved.io.stdout());
    expect(result).toMatchObject({
      mode: 'move',
      isDryRun: false,
      files: 1,
      command: expect.stringContaining('renamed'),
    });
    expect(readdirSync(at.projects)[0]).toMatch(/renamed$/);
    const undone = await at.run('undo');
    expect(undone.code).toBe(0);
    expect(readFileSync(file)).toEqual(bytes);
    expect(statSync(file).mtimeMs).toBe(1e12);
    expect(readdirSync(at.projects)).toHaveLength(1);
  });

  it('counts a session once, wherever its sub-agents worked, and what is left of others apart', async () => {
    const at = machine();
    const file = withSession(at);
    const cwd = join(at.home, 'app/.claude/worktrees/agent-x');
    const folder = `${dirname(file)}--claude-worktrees-agent-x`;
    const agent = (sessionId: string) => {
      const of = { cwd, sessionId, isSidechain: true, agentId: 'a1' };
      const place = join(folder, sessionId, 'subagents');
      utimesSync(sessionFile().user('task', of).reply('m9', 'done', of).write('agent-a1.jsonl', place), 1e9, 1e9);
    };
    agent(SESSION_ID);
    agent('00000000-0000-4000-8000-0000000000ff');
    const [from, to] = [join(at.home, 'app'), join(at.home, 'renamed')];
    const planned = await at.run('move', from, to, '--dry-run');
    expect(planned.io.stdout()).toContain('Move 1 session and what is left of 1 other');
    const result = JSON.parse((await at.run('move', from, to, '--json')).io.stdout());
    expect(result).toMatchObject({
      files: 3,
      sessions: [
        { sessionId: SESSION_ID, hasMain: true, agents: 1, resumes: true, cwd: { to } },
        { hasMain: false, agents: 1 },
      ],
    });
    expect(result.sessions[1]).not.toHaveProperty('resumes');
    expect((await at.run('undo', '--list')).io.stdout()).toContain('move 1 session and what is left of 1 other');
    const left = await at.run('move', join(to, '.claude/worktrees'), join(at.home, 'w'), '--dry-run');
    expect(left.io.stdout()).toContain('Move what is left of 2 sessions');
  });

  it('continues after a killed edit left its drafts', async () => {
    const at = machine();
    const file = withSession(at);
    const [from, to] = [join(at.home, 'app'), join(at.home, 'renamed')];
    const folder = join(at.projects, to.replace(/[^A-Za-z0-9]/g, '-'), SESSION_ID, 'subagents');
    const drafts = ['.unspool-move-99999999-1.tmp', '.unspool-move-99999999-2.tmp'].map((name) => join(folder, name));
    mkdirSync(folder, { recursive: true });
    for (const draft of drafts) writeFileSync(draft, '{');
    utimesSync(drafts[0] ?? '', 1e9, 1e9);
    const of = { cwd: from, isSidechain: true, agentId: 'a1', sessionId: SESSION_ID };
    const agents = join(dirname(file), SESSION_ID, 'subagents');
    utimesSync(sessionFile().user('task', of).write('agent-a1.jsonl', agents), 1e9, 1e9);
    const moved = await at.run('move', from, to);
    expect([moved.code, moved.io.stderr()]).toEqual([0, expect.not.stringContaining('same id')]);
    // The one that may still be somebody's is left.
    expect(readdirSync(folder).sort()).toEqual(['.unspool-move-99999999-2.tmp', 'agent-a1.jsonl']);
  });

  it('refuses a live session, a folder without sessions, and what is there already', async () => {
    const at = machine();
    const file = withSession(at);
    const [from, to] = [join(at.home, 'app'), join(at.home, 'renamed')];
    expect((await at.run('move', join(at.home, 'ap'), to)).io.stderr()).toContain('No session was started');
    await at.run('move', from, to, '--copy');
    expect((await at.run('move', from, to)).io.stderr()).toContain('already exist in the new folder');
    for (const [from, to] of [
      ['/', '/x'],
      ['C:\\', '/x'],
      ['', '/x'],
      ['/x', ' '],
    ] as const) {
      expect((await at.run('move', from, to)).code).toBe(2);
    }
    utimesSync(file, NOW / 1000 - 5, NOW / 1000 - 5);
    const live = await at.run('move', from, join(at.home, 'third'));
    expect(live.code).toBe(1);
    expect(live.io.stderr()).toContain('written 5 s ago');
  });
});

describe('unspool pack and unpack', () => {
  it('hands a session over to another machine', async () => {
    const [here, there] = [machine(), machine()];
    withSession(here);
    const out = join(here.home, 'x.tgz');
    expect((await here.run('pack', SESSION_ID, '-o', out)).code).toBe(0);
    const taken = await there.run('unpack', out, '--json');
    const result = JSON.parse(taken.io.stdout());
    expect(result).toMatchObject({ sessionId: SESSION_ID, cwd: join(there.home, 'app') });
    const text = readFileSync(result.file, 'utf8');
    expect(text).not.toContain(here.home);
    expect(text).toContain(`look at ${there.home}/app/x.ts`);
    expect((await there.run('check', SESSION_ID)).code).toBe(0);
    const again = await there.run('unpack', out);
    expect(again.code).toBe(1);
    expect(again.io.stderr()).toContain('--as-new');
    const fresh = JSON.parse((await there.run('unpack', out, '--as-new', '--json')).io.stdout());
    expect(fresh.sessionId).not.toBe(SESSION_ID);
    expect((await there.run('diff', SESSION_ID, fresh.sessionId)).code).toBe(0);
    await there.run('undo');
    await there.run('undo');
    expect(readdirSync(join(there.projects, readdirSync(there.projects)[0] ?? ''))).toEqual([]);
  });

  it('leaves no empty project when it is undone', async () => {
    const here = machine();
    withSession(here);
    const before = readdirSync(here.projects);
    await here.run('clone', SESSION_ID, '--cwd', join(here.home, 'other'));
    expect(readdirSync(here.projects)).toHaveLength(before.length + 1);
    await here.run('undo');
    expect(readdirSync(here.projects)).toEqual(before);
  });

  it('refuses what is not a file, and a missing folder', async () => {
    const here = machine();
    withSession(here);
    const folder = await here.run('unpack', here.home);
    expect([folder.code, folder.io.stderr()]).toEqual([1, expect.stringContaining('is not a file.')]);
    await expect(unpackTo(here.home, join(here.home, 'x'))).rejects.toThrow('EISDIR');
    for (const more of [[], ['--dry-run']]) {
      const packed = await here.run('pack', SESSION_ID, '-o', join(here.home, 'nope/x.tgz'), ...more);
      expect([packed.code, packed.io.stderr()]).toEqual([1, expect.stringContaining('There is no folder')]);
    }
  });

  it('takes no option for the value of another', async () => {
    const here = machine();
    const file = withSession(here);
    const before = readdirSync(dirname(file));
    for (const args of [
      ['pack', SESSION_ID, '-o', '--dry-run'],
      ['redact', SESSION_ID, '--allow', '--dry-run'],
      ['strip', SESSION_ID, '--tool', '-n'],
    ]) {
      const { code, io } = await here.run(...args);
      expect([code, io.stderr()]).toEqual([2, expect.stringContaining('needs a value')]);
    }
    expect([readdirSync(dirname(file)), existsSync(join(here.home, '--dry-run'))]).toEqual([before, false]);
  });

  it('says what it would do, and writes nothing', async () => {
    const [here, there] = [machine(), machine()];
    withSession(here);
    const out = join(here.home, 'x.tgz');
    const planned = await here.run('pack', SESSION_ID, '-o', out, '--dry-run');
    expect([planned.code, existsSync(out)]).toEqual([0, false]);
    expect(planned.io.stdout()).toMatch(/^Pack 1 file/);
    expect(planned.io.stderr()).toContain('dry run');
    await here.run('pack', SESSION_ID, '-o', out);
    const before = readdirSync(there.home, { recursive: true });
    const taken = await there.run('unpack', out, '--dry-run');
    expect([taken.code, taken.io.stdout()]).toEqual([0, expect.stringContaining('✓ resumes')]);
    expect(taken.io.stdout()).not.toContain('claude --resume');
    const result = JSON.parse((await there.run('unpack', out, '--dry-run', '--json')).io.stdout());
    expect(result).toMatchObject({ isDryRun: true, file: null, sessionId: SESSION_ID, cwd: join(there.home, 'app') });
    expect(readdirSync(there.home, { recursive: true })).toEqual(before);
  });

  it('redacts every string, and removes thinking that contains a secret', async () => {
    const here = machine();
    withSession(here);
    const out = join(here.home, 'x.tgz');
    const packed = await here.run('pack', SESSION_ID, '--redact', '-o', out);
    expect(packed.io.stdout()).toMatch(/secrets +[1-9]/);
    const bytes = gunzipSync(readFileSync(out)).toString('latin1');
    expect(bytes).not.toContain(KEY);
    expect(bytes).not.toContain('"thinking":"');
    const there = machine();
    expect((await there.run('unpack', out)).io.stdout()).toContain('✓ resumes');
  });

  it('takes no file that is not a packed session', async () => {
    const at = machine();
    writeFileSync(join(at.home, 'x.tgz'), 'hello');
    const { code, io } = await at.run('unpack', 'x.tgz');
    expect(code).toBe(1);
    expect(io.stderr()).toContain('not a packed session');
    expect(readdirSync(at.projects)).toEqual([]);
  });
});

describe('unspool diff', () => {
  it('prints what differs, and JSON', async () => {
    const at = machine();
    withSession(at);
    const made = JSON.parse((await at.run('strip', SESSION_ID, '--thinking', '--json')).io.stdout());
    const { code, io } = await at.run('diff', SESSION_ID, made.sessionId);
    expect(code).toBe(1);
    expect(io.stdout()).toMatch(/~ turn 1 [\s\S]*− thinking[\s\S]*0 turns the same, 1 changed/);
    const json = JSON.parse((await at.run('diff', SESSION_ID, made.sessionId, '--json')).io.stdout());
    expect(json.summary).toEqual({ same: 0, changed: 1, onlyA: 0, onlyB: 0 });
  });
});
