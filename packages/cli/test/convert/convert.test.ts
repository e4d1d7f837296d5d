import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { agentsHome } from '../support/agents-home.js';
import type { MadeHome } from '../support/made-home.js';

const ID = '22222222-2222-4222-8222-222222222222';
const PI = '01a1ee39';
const SECRET = ['ghp', '_', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('');

let made: MadeHome;
let work: string;

interface Told {
  from: string;
  to: string;
  file: string | null;
  sessionId: string;
  command: string;
  undo: string | null;
  isDryRun: boolean;
  carried: { prompts: number; calls: number };
  tools: { name: string; as: string }[];
  left: { kind: string; count: number }[];
  secrets: { found: number; isRedacted: boolean };
  check: { kind: string };
}

beforeEach(() => {
  made = agentsHome();
  work = join(made.home, 'shop');
  mkdirSync(work);
  const own = {
    isSidechain: false,
    userType: 'external',
    cwd: work,
    sessionId: ID,
    version: '2.1.326',
    gitBranch: 'main',
  };
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString();
  const reply = (id: string, content: object[]) => ({
    id,
    role: 'assistant',
    model: 'claude-opus-5',
    content,
    usage: { input_tokens: 5, output_tokens: 2 },
  });
  const line = (uuid: string, parentUuid: string | null, minute: number, message: object) => ({
    ...own,
    uuid,
    parentUuid,
    timestamp: at(minute),
    type: (message as { role: string }).role,
    message,
  });
  made.write(`-shop/${ID}.jsonl`, [
    line('a', null, 0, { role: 'user', content: `look, with ${SECRET}` }),
    line('b', 'a', 1, reply('m1', [{ type: 'thinking', thinking: 'hm', signature: 'c2ln' }])),
    line('c', 'b', 2, reply('m1', [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }])),
    line('d', 'c', 3, { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a.txt' }] }),
    line('e', 'd', 4, reply('m2', [{ type: 'text', text: 'One file.' }])),
  ]);
});

const PLACES = {
  codex: /\.codex\/sessions\/2026\/11\/(18|19|20)\/rollout-2026-11-\d\dT[\d-]{8}-[0-9a-f-]{36}\.jsonl$/,
  gemini: /\.gemini\/tmp\/shop\/chats\/session-2026-11-19T00-00-[0-9a-f]{8}\.jsonl$/,
  opencode: /data\/converted\/opencode-ses_[0-9a-f]{26}\.json$/,
  copilot: /\.copilot\/session-state\/[0-9a-f-]{36}\/events\.jsonl$/,
  pi: /\.pi\/agent\/sessions\/--.*-shop--\/2026-11-19T00-00-00-000Z_[0-9a-f-]{36}\.jsonl$/,
  qwen: /\.qwen\/projects\/-.*-shop\/chats\/[0-9a-f-]{36}\.jsonl$/,
};

describe.each(Object.entries(PLACES))('convert --to %s', (agent, place) => {
  it('writes the session where the agent looks for it, and undo removes it', async () => {
    const result = await made.json<Told>('convert', ID, '--to', agent);
    expect(result).toMatchObject({ from: 'claude', to: agent, isDryRun: false, carried: { prompts: 1, calls: 1 } });
    expect(result.file).toMatch(place);
    expect(result.command).toContain(result.sessionId);
    expect(result.command).toMatch(new RegExp(`^cd .*shop && ${agent} `));
    expect(['same', 'unread']).toContain(result.check.kind);
    expect(readFileSync(result.file ?? '', 'utf8')).toContain('One file.');
    expect((await made.unspool('undo')).exitCode).toBe(0);
    expect(existsSync(result.file ?? '')).toBe(false);
  });

  it('says in a dry run what is carried and what is not, and writes nothing', async () => {
    const before = filesBelow(made.home);
    const result = await made.json<Told>('convert', ID, '--to', agent, '--dry-run');
    expect(result).toMatchObject({ isDryRun: true, file: null, undo: null });
    expect(result.left).toContainEqual(expect.objectContaining({ kind: 'thinking', count: 1 }));
    expect(result.tools).toEqual([{ name: 'Bash', as: expect.any(String), calls: 1 }]);
    expect(filesBelow(made.home)).toEqual(before);
  });

  it('counts secrets, and replaces them with --redact', async () => {
    const plain = await made.json<Told>('convert', ID, '--to', agent);
    expect(plain.secrets).toEqual({ found: 1, isRedacted: false });
    expect(readFileSync(plain.file ?? '', 'utf8')).toContain(SECRET);
    const result = await made.json<Told>('convert', ID, '--to', agent, '--redact');
    expect(result.secrets).toEqual({ found: 1, isRedacted: true });
    expect(readFileSync(result.file ?? '', 'utf8')).not.toContain(SECRET);
  });
});

describe('convert --to claude', () => {
  it('makes a session that resumes, with its tools under the names of Claude Code', async () => {
    const result = await made.json<Told>('convert', PI, '--to', 'claude', '--cwd', work);
    expect(result).toMatchObject({
      from: 'pi',
      to: 'claude',
      carried: { prompts: 2, calls: 2 },
      check: { kind: 'same' },
    });
    expect(result.tools).toContainEqual({ name: 'bash', as: 'Bash', calls: 1 });
    expect(result.command).toBe(`cd ${work} && claude --resume ${result.sessionId}`);
    const { resumed, messages } = await made.json<{ resumed: boolean; messages: { content: { type: string }[] }[] }>(
      'messages',
      result.sessionId,
    );
    expect(resumed).toBe(true);
    expect(messages.flatMap(({ content }) => content.map(({ type }) => type))).not.toContain('thinking');
    expect((await made.unspool('check', result.sessionId)).exitCode).toBe(0);
    expect((await made.unspool('undo')).exitCode).toBe(0);
    expect(existsSync(result.file ?? '')).toBe(false);
  });

  it('counts no tokens twice', async () => {
    const total = async () => (await made.json<{ total: { tokens: object } }>('usage')).total;
    await made.unspool('index');
    const before = await total();
    await made.json<Told>('convert', PI, '--to', 'claude', '--cwd', work);
    await made.unspool('index');
    expect(await total()).toEqual(before);
  });

  it('writes nothing in a dry run', async () => {
    const before = filesBelow(join(made.home, '.claude'));
    expect((await made.json<Told>('convert', PI, '--to', 'claude', '--dry-run')).file).toBeNull();
    expect(filesBelow(join(made.home, '.claude'))).toEqual(before);
  });
});

it('converts from one agent to another', async () => {
  const result = await made.json<Told>('convert', PI, '--to', 'gemini', '--cwd', work);
  expect(result).toMatchObject({
    from: 'pi',
    to: 'gemini',
    carried: { prompts: 2, calls: 2 },
    check: { kind: 'same' },
  });
  expect(result.tools).toContainEqual({ name: 'write', as: 'write_file', calls: 1 });
});

it('uses the folder that Gemini CLI has for the project', async () => {
  const project = join(made.home, '.gemini/tmp/other');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, '.project_root'), work);
  const { file } = await made.json<Told>('convert', ID, '--to', 'gemini');
  expect(file).toContain('/.gemini/tmp/other/chats/');
});

it('names the provider of Codex that is set, so that its list shows the session', async () => {
  mkdirSync(join(made.home, '.codex'), { recursive: true });
  writeFileSync(join(made.home, '.codex/config.toml'), 'model_provider = "mine"\n[other]\nmodel_provider = "no"\n');
  const { file } = await made.json<Told>('convert', ID, '--to', 'codex');
  expect(readFileSync(file ?? '', 'utf8')).toContain('"model_provider":"mine"');
});

it('exports a trajectory without its secrets, and makes a session of one', async () => {
  const file = join(made.home, 'trajectory.json');
  expect((await made.unspool('export', ID, '--format', 'atif', '--out', file)).exitCode).toBe(0);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain(SECRET);
  expect(JSON.parse(text)).toMatchObject({
    schema_version: 'ATIF-v1.7',
    session_id: ID,
    agent: { name: 'claude-code' },
  });
  const result = await made.json<Told>('convert', file, '--to', 'claude');
  expect(result).toMatchObject({ from: 'atif', carried: { prompts: 1, calls: 1 }, check: { kind: 'same' } });
});

describe('convert refuses', () => {
  it.each([
    [['--to', 'cursor'], 2, 'Sessions of Cursor are read, but not written.'],
    [['--to', 'emacs'], 2, 'There is no agent "emacs".'],
    [['--to', 'claude'], 1, 'This is already a session of Claude Code.'],
  ])('%j', async (args, code, message) => {
    const { exitCode, err } = await made.unspool('convert', ID, ...args);
    expect(err).toContain(message);
    expect(exitCode).toBe(code);
  });

  it('a session in which nothing was said', async () => {
    made.write('-shop/33333333-3333-4333-8333-333333333333.jsonl', [
      { type: 'custom-title', customTitle: 'x', cwd: work },
    ]);
    const { exitCode, err } = await made.unspool('convert', '33333333', '--to', 'codex');
    expect(err).toContain('contains no conversation to convert');
    expect(exitCode).toBe(1);
  });
});

/** What a dry run may not touch. The copies of other agents' sessions are only ours. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^data\b/.test(name) && statSync(join(folder, name)).isFile())
    .sort();
}
