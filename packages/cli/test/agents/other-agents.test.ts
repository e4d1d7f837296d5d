import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AGENT_NAMES } from '@unspool/foreign';
import { OWN_CLIENT } from '@unspool/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { AGENT } from '../../src/session/agent-names.js';
import { agentsHome, CURSOR, withCursor } from '../support/agents-home.js';
import { type MadeHome, repliesAt } from '../support/made-home.js';

let made: MadeHome;

const GEMINI = '734c1df9-34a9-461f-9287-74b294220c20';
const QWEN = '4e7e8e9b-ef74-4abf-89f6-2b5f02f34553';
const OWN = '11111111-1111-4111-8111-111111111111';

beforeEach(() => {
  made = agentsHome();
  made.write(`-app/${OWN}.jsonl`, repliesAt([Date.UTC(2026, 10, 1)], { sessionId: OWN }));
});

interface Listed {
  sessionId: string;
  agent: string;
  file: string;
  verdict?: string;
}

const listed = async (...args: string[]) =>
  (await made.json<Listed[]>('ls', '--all', ...args)).map(({ agent }) => agent);

/** Every file of the agents, with its content and time. */
function originals(): string[] {
  return ['.gemini', '.pi', '.qwen'].flatMap((folder) =>
    readdirSync(join(made.home, folder), { recursive: true, encoding: 'utf8' }).map((name) => {
      const path = join(made.home, folder, name);
      const { mtimeMs, isDirectory } = statSync(path) as unknown as { mtimeMs: number; isDirectory(): boolean };
      return `${path} ${mtimeMs} ${isDirectory.call(statSync(path)) ? '' : readFileSync(path, 'utf8')}`;
    }),
  );
}

describe.each([
  ['with an index', true],
  ['without one', false],
])('sessions of other agents, %s', (_, hasIndex) => {
  beforeEach(async () => {
    if (hasIndex) expect((await made.unspool('index')).exitCode).toBe(0);
  });

  it('are listed with their agent', async () => {
    expect((await listed()).sort()).toEqual(['claude', ...Array(9).fill('codex'), 'gemini', 'pi', 'pi', 'qwen']);
    expect(await listed('--agent', 'gemini')).toEqual(['gemini']);
    expect(await listed('--agent', 'claude')).toEqual(['claude']);
    expect((await made.unspool('ls', '--agent', 'qwen')).out).toMatch(/agent\n.*Qwen Code/);
  });

  it('are searched', async () => {
    const hits = (agent: string[]) =>
      made.json<{ hits: { agent: string; sessionId: string }[] }>('search', 'delegating', ...agent);
    const all = (await hits([])).hits.map(({ agent }) => agent);
    expect(new Set(all)).toEqual(new Set(['codex', 'gemini', 'qwen']));
    expect(new Set((await hits(['--agent', 'qwen'])).hits.map(({ sessionId }) => sessionId))).toEqual(new Set([QWEN]));
    expect((await made.unspool('search', 'delegating', '--agent', 'claude')).exitCode).toBe(1);
    expect((await made.unspool('search', '-e', 'Delegating.', '--agent', 'gemini')).out).toContain('Gemini CLI');
  });

  it('are measured by agent', async () => {
    const { rows } = await made.json<{ rows: { agent: string; sessions: number; tokens: { total: number } }[] }>(
      'usage',
      'agents',
    );
    expect(rows.map(({ agent }) => agent).sort()).toEqual(['claude', 'codex', 'gemini', 'pi', 'qwen']);
    expect(rows.find(({ agent }) => agent === 'claude')?.tokens.total).toBe(1);
    const gemini = await made.json<{ total: { tokens: { output: number } } }>('usage', '--agent', 'gemini');
    expect(gemini.total.tokens.output).toBeGreaterThanOrEqual(120);
    expect((await made.unspool('usage', 'agents')).out).toContain('Gemini CLI');
    for (const report of ['daily', 'sessions', 'blocks']) {
      const { out } = await made.unspool('usage', report, '--agent', 'pi', '--json');
      expect(JSON.parse(out).total.tokens.total, report).toBe(rows.find(({ agent }) => agent === 'pi')?.tokens.total);
    }
  });
});

describe.each([
  ['with an index', true],
  ['without one', false],
])('tokens that an agent did not record, %s', (_, hasIndex) => {
  beforeEach(async () => {
    withCursor(made);
    if (hasIndex) expect((await made.unspool('index')).exitCode).toBe(0);
  });

  it('are unknown, not zero', async () => {
    expect(await made.json('ls', '--agent', 'cursor')).toMatchObject([{ sessionId: CURSOR, tokens: null }]);
    expect((await made.unspool('ls', '--agent', 'cursor')).out).toMatch(/ – +[\d.]+ k?B +Cursor/);
    const shown = await made.json<{ tokens: null; turns: { tokens: null }[] }>('show', CURSOR);
    expect([shown.tokens, ...shown.turns.map(({ tokens }) => tokens)]).toEqual([null, ...shown.turns.map(() => null)]);
    expect((await made.unspool('show', CURSOR)).out).toContain('tokens unknown');
  });

  it('are named as not counted by every report', async () => {
    for (const report of ['daily', 'sessions', 'projects', 'agents', 'blocks']) {
      const { total } = await made.json<{ total: object }>('usage', report);
      // Two sessions of Codex are from before it recorded tokens.
      expect(total, report).toMatchObject({ sessionsWithoutTokens: 2 });
    }
    const { rows } = await made.json<{ rows: { agent: string; tokens: object | null }[] }>('usage', 'agents');
    expect(rows.find(({ agent }) => agent === 'cursor')).toMatchObject({ tokens: null, costUSD: null });
    const { out } = await made.unspool('usage', '--agent', 'cursor');
    expect(out).toMatch(/total +– +– +– +– +– +–\nnot counted: 1 session whose agent recorded no tokens/);
  });
});

describe('a fork', () => {
  it('has the tokens that its own requests used, in lists and reports', async () => {
    await made.unspool('index');
    const listed = await made.json<{ sessionId: string; tokens: { total: number } | null }[]>('ls', '--all');
    const { rows } = await made.json<{ rows: { sessionId: string; tokens: { total: number } | null }[] }>(
      'usage',
      'sessions',
    );
    for (const { sessionId, tokens } of rows) {
      expect(listed.find((each) => each.sessionId === sessionId)?.tokens?.total, sessionId).toBe(tokens?.total);
    }
  });
});

describe('a session of another agent', () => {
  it('is shown with its agent and its file', async () => {
    const { out } = await made.unspool('show', GEMINI.slice(0, 8));
    expect(out.replace(/\s+/g, '')).toContain(
      [
        `Gemini CLI (${GEMINI}), from ${join(made.home, '.gemini/tmp/gema/chats/session-2026-11-18T10-29-734c1df9.jsonl')}`,
      ]
        .join('')
        .replaceAll(' ', ''),
    );
    expect(out).not.toContain('resumes');
    expect(await made.json('show', GEMINI)).toMatchObject({ agent: 'gemini', turnCount: 3 });
    expect(await made.json('show', OWN)).toMatchObject({ agent: 'claude', resumes: true });
  });

  it('shows what its calls changed as a diff', async () => {
    const { out } = await made.unspool('show', '01a1ee2e-8814', '--turn', '1', '--full');
    expect(out).toMatch(/apply_patch[^\n]*\n\s+│ \+ line one\n\s+│ \+ line two\n/);
    expect((await made.unspool('show', GEMINI, '--turn', '2', '--full')).out).toMatch(
      /write_file[^\n]*\n\s+│ \+ line one\n/,
    );
  });

  it('is opened by the path of its own file, wherever that is', async () => {
    const file = join(made.home, 'elsewhere.jsonl');
    writeFileSync(file, readFileSync(join(made.home, `.qwen/projects/-home-dev-work-qwen24-A/chats/${QWEN}.jsonl`)));
    expect(await made.json('show', file)).toMatchObject({ agent: 'qwen', sessionId: QWEN });
  });

  it('is named by its path when two agents have a session of the same id', async () => {
    made.write(`-app/${QWEN}.jsonl`, repliesAt([Date.UTC(2026, 10, 1)], { sessionId: QWEN }));
    const { exitCode, err } = await made.unspool('show', QWEN);
    const paths = /^ {2}\S+\.jsonl/gm;
    const [own = '', other = ''] = (err.match(paths) ?? []).map((path) => path.trim());
    expect([exitCode, own, other]).toEqual([
      1,
      join(made.projects, `-app/${QWEN}.jsonl`),
      join(made.home, `.qwen/projects/-home-dev-work-qwen24-A/chats/${QWEN}.jsonl`),
    ]);
    expect(err).toContain('Give the path of one.');
    expect((await made.json<Listed>('show', other)).agent).toBe('qwen');
  });

  it('says what could not be read when nothing is left of a file', async () => {
    const file = join(made.home, 'cut-off.json');
    writeFileSync(file, '{"schema_version": "ATIF-v1.7", "steps": [{"step_id": 1, "sour');
    const { exitCode, err } = await made.unspool('show', file);
    expect([exitCode, err]).toEqual([
      1,
      expect.stringMatching(/contains no conversation\.\n {2}It is a file of ATIF\.\n {2}Not read: the file: \w/),
    ]);
  });

  it('is exported', async () => {
    const { out } = await made.unspool('export', QWEN, '--format', 'md');
    expect(out).toContain('Delegating.');
  });

  it('is checked: unreadable and unknown entries are reported', async () => {
    const file = join(made.home, `.qwen/projects/-home-dev-work-qwen24-A/chats/${QWEN}.jsonl`);
    expect((await made.unspool('check', QWEN)).out).toContain('all of it was read');
    appendFileSync(file, `{"type":"novelty","sessionId":"${QWEN}"}\n{"type": "us`);
    const { out, exitCode } = await made.unspool('check', QWEN);
    expect(out.startsWith(`${file}\n  a session of Qwen Code`)).toBe(true);
    expect(out).toContain('1 record could not be read');
    expect(out).toContain('unknown kind of record, left out: novelty 1×');
    expect(exitCode).toBe(0);
  });

  it('is never changed: edits in place are refused, and nothing touches its file', async () => {
    const before = originals();
    for (const args of [
      ['cut', GEMINI, '--turns', '1', '--in-place'],
      ['strip', GEMINI, '--tools', '--in-place'],
      ['compress', GEMINI, '--keep-last', '1', '--in-place'],
      ['redact', GEMINI, '--in-place'],
      ['rename', GEMINI, 'Another title'],
      ['delete', GEMINI],
      ['archive', GEMINI],
    ]) {
      const { exitCode, err } = await made.unspool(...args);
      expect(err, args[0]).toContain('a session of Gemini CLI, and Unspool never changes sessions of other agents');
      expect(exitCode, args[0]).toBe(1);
    }
    expect(originals()).toEqual(before);
  });

  it('can be copied into a session of Claude Code, which can be changed', async () => {
    const { out, exitCode, err } = await made.unspool('clone', GEMINI);
    expect([exitCode, err]).toEqual([0, expect.stringContaining('unspool undo')]);
    expect(out).toContain('cd /home/dev/work/gemA && claude --resume');
    const [copy] = await made.json<Listed[]>('ls', '--agent', 'claude', '--project', 'gemA');
    expect(copy?.file.startsWith(join(made.projects, '-home-dev-work-gemA'))).toBe(true);
    const cut = await made.unspool('cut', copy?.sessionId ?? '', '--turns', '1', '--in-place');
    expect([cut.exitCode, cut.out]).toEqual([0, expect.stringContaining('resumes')]);
  });

  it.each([
    ['clone', GEMINI],
    ['fork', GEMINI, '--at', '1'],
  ])('leaves out thinking that the API would refuse: %s', async (...args) => {
    const thoughts = (text: string) => text.split('[thinking]').length - 1;
    expect(thoughts((await made.unspool('messages', GEMINI)).out)).toBeGreaterThan(0);
    const { sessionId } = await made.json<{ sessionId: string }>(...args, '--json');
    const { out } = await made.unspool('messages', sessionId);
    expect([thoughts(out), out]).toEqual([0, expect.stringContaining('Running it.')]);
    expect((await made.unspool('check', sessionId)).out).not.toContain('repair finds');
  });

  it('can be copied where Claude Code was never started', async () => {
    rmSync(join(made.home, '.claude'), { recursive: true, force: true });
    const dryRun = await made.unspool('fork', GEMINI, '--at', '1', '--dry-run');
    expect([dryRun.exitCode, existsSync(join(made.home, '.claude'))]).toEqual([0, false]);
    const { out, exitCode } = await made.unspool('fork', GEMINI, '--at', '1');
    expect([exitCode, out]).toEqual([0, expect.stringContaining(join(made.home, '.claude/projects'))]);
  });

  it('has messages, whatever its id looks like', async () => {
    const folder = join(made.home, '.local/share/opencode');
    mkdirSync(folder, { recursive: true });
    copyFileSync(
      fileURLToPath(new URL('../../../foreign/fixtures/opencode/opencode.db', import.meta.url)),
      join(folder, 'opencode.db'),
    );
    const [opencode] = await made.json<Listed[]>('ls', '--agent', 'opencode');
    expect(opencode?.sessionId).toMatch(/^ses_/);
    const { out, err, exitCode } = await made.unspool('messages', opencode?.sessionId ?? '');
    expect([exitCode, out]).toEqual([0, expect.stringContaining('user\n')]);
    expect(err).not.toContain('UUID');
  });

  it.each([true, false])('keeps its tokens when a copy is made, with an index: %s', async (hasIndex) => {
    const folder = join(made.home, '.pi/agent/sessions/--zz--');
    mkdirSync(folder, { recursive: true });
    const [original = ''] = readdirSync(join(made.home, '.pi/agent/sessions/--work--'));
    const text = readFileSync(join(made.home, '.pi/agent/sessions/--work--', original), 'utf8');
    // Sorts after every UUID.
    writeFileSync(join(folder, 'named.jsonl'), text.replace(/"id":"[^"]+"/, '"id":"zz-named"'));
    rmSync(join(made.home, '.pi/agent/sessions/--work--'), { recursive: true });
    const tokens = async () => {
      if (hasIndex) await made.unspool('index');
      const { rows } = await made.json<{ rows: { agent: string; tokens: { total: number } }[] }>('usage', 'agents');
      return rows
        .filter(({ agent }) => agent === 'pi' || agent === 'claude')
        .map((row) => [row.agent, row.tokens.total]);
    };
    const before = await tokens();
    expect((await made.unspool('clone', 'zz-named')).exitCode).toBe(0);
    expect(await tokens()).toEqual(before);
  });

  it('is named by its sub-agents when only these are left', async () => {
    rmSync(join(made.home, '.qwen/projects/-home-dev-work-qwen24-A/chats'), { recursive: true });
    const { err, exitCode } = await made.unspool('show', QWEN);
    expect([exitCode, err]).toEqual([1, expect.stringContaining(`Only sub-agents are left of session ${QWEN}`)]);
    const path = /\/\S+\.jsonl/.exec(err)?.[0] ?? '';
    expect((await made.unspool('show', path)).out).toContain('Qwen Code');
  });

  it('gets tags and pins', async () => {
    expect((await made.unspool('tag', GEMINI, '+google')).exitCode).toBe(0);
    expect((await made.json<Listed[]>('ls', '--tag', 'google')).map(({ sessionId }) => sessionId)).toEqual([GEMINI]);
  });
});

describe('the list of agents', () => {
  it('can be made shorter, or empty, and then no copy is left', async () => {
    expect(await listed()).toContain('gemini');
    expect((await made.unspool('config', 'agents', 'pi,qwen')).exitCode).toBe(0);
    expect(new Set(await listed())).toEqual(new Set(['claude', 'pi', 'qwen']));
    expect(existsSync(join(made.data, 'foreign/gemini'))).toBe(false);
    await made.unspool('config', 'agents', 'none');
    expect(await listed()).toEqual(['claude']);
    await made.unspool('config', 'agents', '--unset');
    expect(await listed()).toContain('gemini');
    expect((await made.unspool('config', 'agents', 'pi,nobody')).err).toContain('It must be all, none, or some of');
  });

  it('is the one that --agent names', async () => {
    expect(AGENT).toBe([OWN_CLIENT, ...AGENT_NAMES].join(', '));
    const { exitCode, err } = await made.unspool('ls', '--agent', 'nobody');
    expect([exitCode, err]).toEqual([2, expect.stringContaining(`Use one of: ${AGENT}`)]);
  });
});

describe('the index', () => {
  it('reads only what is new of the agents, and forgets nothing that was used', async () => {
    interface Read {
      changed: number;
      gone: number;
    }
    await made.json<Read>('index');
    expect(await made.json<Read>('index')).toMatchObject({ changed: 0, gone: 0 });
    const file = join(made.home, `.qwen/projects/-home-dev-work-qwen24-A/chats/${QWEN}.jsonl`);
    appendFileSync(
      file,
      `${JSON.stringify({ uuid: 'new', parentUuid: null, sessionId: QWEN, type: 'user', message: { parts: [{ text: 'zebra' }] } })}\n`,
    );
    expect(await made.json<Read>('index')).toMatchObject({ changed: 1, gone: 0 });
    expect((await made.json<{ count: number }>('search', 'zebra')).count).toBe(1);
    const used = () =>
      made.json<{ total: { tokens: object } }>('usage', '--agent', 'qwen').then(({ total }) => total.tokens);
    const before = await used();
    rmSync(join(made.home, '.qwen'), { recursive: true });
    expect((await made.json<Read>('index')).gone).toBeGreaterThan(0);
    expect(await used()).toEqual(before);
    expect(await listed()).not.toContain('qwen');
  });
});
