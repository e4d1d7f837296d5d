import { appendFileSync, copyFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { run } from '../src/program.js';
import { widthOf } from '../src/terminal/width.js';
import { memoryIo } from './support/memory-io.js';
import { LONG_AGO, NOTES, type SampleHome, sampleHome, UPLOAD } from './support/sample-home.js';

let home: string;
let project: string;
let unspool: SampleHome['unspool'];
let unspoolAt: SampleHome['unspoolAt'];

beforeEach(() => {
  ({ home, project, unspool, unspoolAt } = sampleHome());
});

describe('unspool ls', () => {
  it('lists title, project, when, turns, tokens, size', async () => {
    const { exitCode, out } = await unspool('ls');
    expect(exitCode).toBe(0);
    expect(out.split('\n').slice(0, 3)).toEqual([
      'id        title                      project   when        turns  tokens     size',
      '5a3c1e70  Fix the flaky upload test  shop-api  2026-05-04      4    192k  18.9 kB',
      '7e57c0de  Faster search in notes     notes     2026-05-06      2   35.9k   7.3 kB',
    ]);
  });

  it('gives the same as JSON', async () => {
    const { out } = await unspool('ls', '--json', '--project', 'notes');
    expect(JSON.parse(out)).toMatchObject([
      { sessionId: NOTES, title: 'Faster search in notes', titleSource: 'ai', cwd: 'E:\\docs\\notes', turns: 2 },
    ]);
  });

  it('writes JSON to a terminal that contains no control characters, and means the same', async () => {
    const title = 'a\u009b31mb\u202ec\u0085';
    appendFileSync(
      join(project, `${UPLOAD}.jsonl`),
      `${JSON.stringify({ type: 'custom-title', customTitle: title, sessionId: UPLOAD })}\n`,
    );
    const titles = ({ out }: { out: string }) => JSON.parse(out).map((row: { title: string }) => row.title);
    const onScreen = await unspoolAt(80, 'ls', '--json');
    expect(onScreen.out).toMatch(/^[\n -~]*$/);
    expect(titles(onScreen)).toContain(title);
    expect(titles(await unspool('ls', '--json'))).toContain(title);
  });

  it.each([
    [['--project', '/home/dev'], [UPLOAD]],
    [['--project', '-home-dev-shop-api'], [UPLOAD]],
    [['--since', '2026-05-05'], [NOTES]],
    [['--project', 'nothing'], []],
  ])('filters by %s', async (filter, ids) => {
    utimesSync(join(home, `.claude/projects/E--docs-notes/${NOTES}.jsonl`), LONG_AGO + 864_000, LONG_AGO + 864_000);
    const { out } = await unspool('ls', '--json', ...filter);
    expect(JSON.parse(out).map((row: { sessionId: string }) => row.sessionId)).toEqual(ids);
  });

  it('`last` is its last row, whichever file was touched last', async () => {
    const written = Date.UTC(2026, 4, 7) / 1000;
    utimesSync(join(home, `.claude/projects/E--docs-notes/${NOTES}.jsonl`), written, written);
    utimesSync(join(project, `${UPLOAD}.jsonl`), written + 864_000, written + 864_000);
    const rows = JSON.parse((await unspool('ls', '--json')).out);
    expect(rows.at(-1).sessionId).toBe(NOTES);
    expect(JSON.parse((await unspool('show', 'last', '--json')).out).sessionId).toBe(NOTES);
  });

  it('`last` is its last row when files are older than what stands in them', async () => {
    utimesSync(join(project, `${UPLOAD}.jsonl`), LONG_AGO + 60, LONG_AGO + 60);
    expect(JSON.parse((await unspool('show', 'last', '--json')).out).sessionId).toBe(NOTES);
  });

  it('a copy that ends when its original ended is listed below it', async () => {
    await unspool('clone', NOTES);
    const rows = JSON.parse((await unspool('ls', '--json')).out);
    expect(rows.map((row: { sessionId: string }) => row.sessionId).slice(0, 2)).toEqual([UPLOAD, NOTES]);
    expect(JSON.parse((await unspool('show', 'last', '--json')).out).sessionId).toBe(rows[2].sessionId);
  });

  it('sorts, limits and filters by branch', async () => {
    const ids = async (...more: string[]) =>
      JSON.parse((await unspool('ls', '--json', ...more)).out).map((row: { sessionId: string }) => row.sessionId);
    expect(await ids('--sort', 'tokens')).toEqual([NOTES, UPLOAD]);
    expect(await ids('--sort', 'size', '-n', '1')).toEqual([UPLOAD]);
    expect(await ids('--branch', 'no-such-branch')).toEqual([]);
    expect((await unspool('ls', '--sort', 'colour')).exitCode).toBe(2);
    expect((await unspool('ls', '-n', 'few')).exitCode).toBe(2);
  });

  it('counts the tokens of sub-agents', async () => {
    const total = async () => JSON.parse((await unspool('ls', '--json', '-p', 'shop-api')).out)[0].tokens.total;
    const before = await total();
    writeFileSync(join(project, UPLOAD, 'subagents/agent-a5a3c001.jsonl'), '');
    expect(await total()).toBeLessThan(before);
  });

  it('says what to do when there is nothing', async () => {
    const io = memoryIo({ home: join(home, 'empty') });
    expect(await run(['ls'], io)).toBe(1);
    expect(io.stderr()).toContain('CLAUDE_CONFIG_DIR');
  });
});

describe('a session can be named by', () => {
  it.each([
    ['id', UPLOAD],
    ['start of an id', '5a3c'],
    ['title', 'fix the flaky upload test'],
    ['file name', `${UPLOAD}.jsonl`],
    ['path', `.claude/projects/-home-dev-shop-api/${UPLOAD}.jsonl`],
  ])('%s', async (_, query) => {
    const { exitCode, out } = await unspool('check', query, '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)[0].file).toContain(UPLOAD);
  });

  it('last', async () => {
    expect(JSON.parse((await unspool('check', 'last', '--json')).out)[0].file).toContain(NOTES);
  });

  it('nothing else, and says what is close', async () => {
    const { exitCode, err } = await unspool('check', 'flaky');
    expect(exitCode).toBe(1);
    expect(err).toContain(UPLOAD);
  });
});

describe('unspool check', () => {
  it('reports everything about a damaged file', async () => {
    const file = join(project, `${UPLOAD}.jsonl`);
    const [first = '', second = '', ...rest] = readFileSync(file, 'utf8').trimEnd().split('\n');
    writeFileSync(file, `${[first + second, '', 'garbage', ...rest, '{"type":"weather"}'].join('\n')}\n{"torn`);
    const { exitCode, out } = await unspool('check', UPLOAD, '--json');
    const [check] = JSON.parse(out);
    expect(check.lines).toEqual({ total: 28, read: 25, skipped: 2, blank: 1, recovered: 2 });
    expect(check.roundTrip).toBe(true);
    expect(check.problems.map((problem: { kind: string; line: number }) => [problem.kind, problem.line])).toEqual([
      ['glued', 1],
      ['blank', 2],
      ['bad_json', 3],
      ['no_final_newline', 28],
      ['torn', 28],
    ]);
    expect(Object.keys(check.unknown.types)).toEqual(['weather']);
    expect(exitCode).toBe(check.resumes ? 0 : 1);
  });

  it('exits with 1 when a file does not resume, and says why', async () => {
    const file = join(project, 'named.jsonl');
    copyFileSync(join(project, `${UPLOAD}.jsonl`), file);
    const { exitCode, out } = await unspool('check', file);
    expect(exitCode).toBe(1);
    expect(out).toContain('does not resume');
    expect(out).toContain('is not a UUID');
  });
});

describe('hostile names', () => {
  const EVIL = '\u001b[31m\u001b]0;pwn\u0007\u009b2J\u202e';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not come out.
  const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

  it('of types, fields, versions and sessions never reach the terminal raw', async () => {
    const line = { type: `t${EVIL}`, version: EVIL, uuid: 'u', sessionId: EVIL, cwd: `/a/${EVIL}`, gitBranch: EVIL };
    const user = {
      ...line,
      type: 'user',
      [EVIL]: 1,
      message: { role: 'user', content: [{ type: EVIL }, { type: 'text', text: EVIL }] },
    };
    writeFileSync(
      join(project, `${EVIL.replaceAll('/', '')}.jsonl`),
      `${JSON.stringify(line)}\n${JSON.stringify(user)}\n`,
    );
    const name = join(project, `${EVIL}.jsonl`);
    for (const args of [['check', name], ['ls'], ['show', name], ['show', EVIL], ['messages', name], [EVIL]]) {
      const { out, err } = await unspool(...args);
      expect(out + err, args[0]).not.toMatch(CONTROLS);
    }
  });

  // Everything is readable for root.
  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'one file that may not be read is told',
    async () => {
      const denied = join(project, 'denied.jsonl');
      writeFileSync(denied, '{}\n', { mode: 0 });
      const { exitCode, out, err } = await unspool('check', NOTES, denied, UPLOAD, '--json');
      expect(JSON.parse(out)).toHaveLength(2);
      expect(err).toContain(`${denied} cannot be read.`);
      expect(err).toContain('chmod u+r');
      expect(exitCode).toBe(1);
    },
  );

  it('one bad file does not keep the others from being checked', async () => {
    const { exitCode, out, err } = await unspool('check', 'nothing-like-it', UPLOAD, '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toHaveLength(1);
    expect(err).toContain('nothing-like-it');
  });
});

describe('unspool messages', () => {
  it('prints what the client would send', async () => {
    const { out } = await unspool('messages', UPLOAD, '--prompt', 'go on', '--json');
    const { resumed, reasons, messages } = JSON.parse(out);
    expect([resumed, reasons]).toEqual([true, []]);
    expect(messages[0]).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'The upload test fails about one run in five. Find out why and fix it.' }],
    });
    expect(messages.at(-1)).toEqual({ role: 'user', content: [{ type: 'text', text: 'go on' }] });
    expect(JSON.stringify(messages)).toContain('"name":"Agent"');
    expect(JSON.stringify(messages)).not.toContain('502');
  });
});

describe('wrong usage', () => {
  it.each([
    [['frobnicate'], 'no command "frobnicate"'],
    [['ls', '--frob'], 'There is no option --frob.'],
    [['show'], 'SESSION is missing.'],
    [['ls', '--since', 'soon'], 'Cannot read "soon" as a time'],
    [['cut', UPLOAD, '--turns', '99'], 'the session has 4 turns.'],
    [['strip', UPLOAD, '--preset', 'brutal'], 'no preset'],
  ])('%s exits with 2', async (args, message) => {
    const { exitCode, err, out } = await unspool(...args);
    expect(exitCode).toBe(2);
    expect(err).toContain(message);
    expect(out).toBe('');
  });
});

describe('a narrow terminal', () => {
  it.each([
    ['ls'],
    ['usage', 'daily'],
    ['usage', 'weekly'],
    ['usage', 'sessions'],
    ['usage', 'projects'],
    ['usage', 'models'],
    ['usage', 'tools'],
    ['usage', 'blocks'],
    ['search', 'upload'],
    ['check', UPLOAD],
  ])('%s %s', async (...args) => {
    const damaged = join(project, `${UPLOAD}.jsonl`);
    writeFileSync(
      damaged,
      `${readFileSync(damaged, 'utf8')}{"type":"odd one","uuid":"x"}\n{"torn":\n\u0000\u0000{"a":1}\n`,
    );
    for (const columns of [40, 60, 80, 100]) {
      const { out } = await unspoolAt(columns, ...args);
      const lines = out.split('\n').filter((line) => !line.includes('.jsonl'));
      expect(lines.length).toBeGreaterThan(2);
      expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
    }
  });

  it('breaks between words', async () => {
    const { out } = await unspoolAt(44, 'search', 'upload');
    const wide = (await unspool('search', 'upload')).out;
    expect(out.split(/\s+/)).toEqual(wide.split(/\s+/));
  });
});

it('options of the default command need no command', async () => {
  const { exitCode, err } = await unspool('--port', 'x');
  expect([exitCode, err]).toEqual([2, expect.stringContaining('Cannot use "x" as a port.')]);
});
