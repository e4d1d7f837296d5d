import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Span } from '@unspool/trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../src/program.js';
import { widthOf } from '../../../src/terminal/width.js';
import { bar } from '../../../src/trace/show/bar.js';
import { type MemoryIo, memoryIo } from '../../support/memory-io.js';

const fixtures = join(import.meta.dirname, '../../../../trace/fixtures/sessions');
const AGENT2 = '9bac634c-32a1-4c04-aaf4-d56a730f7cab';

describe('unspool trace show', () => {
  const home = mkdtempSync(join(tmpdir(), 'unspool-trace-show-'));
  beforeAll(() => layOut(home));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  async function trace(args: string[], fields: Partial<MemoryIo> = {}) {
    const io = memoryIo({ home, env: {}, ...fields });
    const code = await run(['trace', 'show', ...args], io);
    return { code, out: io.stdout(), err: io.stderr() };
  }

  it('draws turns, replies, calls and sub-agents with their durations, tokens and cost', async () => {
    const { code, out } = await trace([AGENT2, '--turn', '1'], { columns: 120 });
    expect(code).toBe(0);
    // The hour depends on where the test runs.
    expect(out.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'THEN')).toMatchSnapshot();
  });

  it('sums up all turns', async () => {
    const { out } = await trace([AGENT2]);
    expect(out).toMatch(/\n2 turns · 19 spans · 90\.1k tokens · \$0\.03\n$/);
  });

  it('prints what would be sent as JSON, and nothing else', async () => {
    const { out, err } = await trace([AGENT2, '--json']);
    const { sessionId, turns } = JSON.parse(out) as { sessionId: string; turns: { state: string; spans: Span[] }[] };
    expect(sessionId).toBe(AGENT2);
    expect(turns.map((turn) => [turn.state, turn.spans.length])).toEqual([
      ['closed', 17],
      ['finished', 2],
    ]);
    expect(turns[0]?.spans[1]?.attributes['gen_ai.usage.cost']).toBeGreaterThan(0);
    expect(err).toBe('');
  });

  it('shows content as it would be sent', async () => {
    const words = async (mode: string) => (await trace([AGENT2, '--turn', '1', '--json', '--content', mode])).out;
    expect(await words('full')).toContain('delegate twice');
    expect(await words('none')).not.toContain('delegate twice');
    expect((await trace([AGENT2, '--content', 'some'])).code).toBe(2);
  });

  it('says what is wrong', async () => {
    expect(await trace([AGENT2, '--turn', '9'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('turns 1 to 2'),
    });
    expect(await trace([AGENT2, '--turn', 'x'])).toMatchObject({ code: 2 });
    expect(await trace(['nothing-like-it'])).toMatchObject({ code: 1 });
  });

  it('says that a turn is open and what it waits for', async () => {
    const file = join(home, 'open.jsonl');
    const line = {
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      timestamp: '2026-01-01T00:00:00Z',
      message: { role: 'user', content: 'hi' },
    };
    writeFileSync(file, `${JSON.stringify(line)}\n`);
    expect((await trace([file])).out).toContain('open: waits for a reply');
    writeFileSync(file, '');
    expect((await trace([file])).err).toContain('nothing to trace yet');
  });

  it('keeps to the width of the terminal, and lets nothing of the session reach it raw', async () => {
    const file = join(home, 'hostile.jsonl');
    const evil = '\u001b[31mred\u001b]0;title\u0007 日本語 '.repeat(20);
    const common = { sessionId: 's', timestamp: '2026-01-01T00:00:00Z' };
    const long = { type: 'tool_use', id: 'l', name: 'n'.repeat(400), input: {} };
    const lines = [
      { ...common, type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: evil } },
      {
        ...common,
        type: 'assistant',
        uuid: 'u2',
        parentUuid: 'u1',
        message: {
          id: evil,
          role: 'assistant',
          model: evil,
          content: [{ type: 'tool_use', id: 't', name: evil, input: { command: evil } }, long],
        },
      },
      {
        ...common,
        timestamp: '2026-01-01T00:00:09Z',
        type: 'user',
        uuid: 'u3',
        parentUuid: 'u2',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'l', content: 'ok' }] },
      },
    ];
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    for (const columns of [30, 40, 60, 72, 80, 200]) {
      const { out } = await trace([file], { columns });
      expect(out).not.toContain('\u001b');
      expect(out).not.toContain('\u0007');
      for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(Math.min(120, columns));
    }
  });
});

describe('a bar', () => {
  const whole = { start: 0, end: 100 };
  it.each([
    [{ start: 0, end: 100 }, '━━━━━━━━━━'],
    [{ start: 50, end: 60 }, '     ━    '],
    [{ start: 99, end: 100 }, '         ━'],
    [{ start: 100, end: 100 }, '         ·'],
    [{ start: 40, end: 40 }, '    ·     '],
    [{ start: -50, end: 500 }, '━━━━━━━━━━'],
  ])('%o', (span, drawn) => expect(bar(span, whole, 10)).toBe(drawn));

  it('of a turn that took no time is empty', () => expect(bar(whole, { start: 5, end: 5 }, 4)).toBe('    '));
});

/** All fixtures as one config folder. */
function layOut(home: string): void {
  for (const version of readdirSync(fixtures)) {
    for (const name of readdirSync(join(fixtures, version))) {
      for (const project of readdirSync(join(fixtures, version, name))) {
        const target = join(home, '.claude/projects', `-${version}${basename(project)}`);
        mkdirSync(target, { recursive: true });
        cpSync(join(fixtures, version, name, project), target, { recursive: true });
      }
    }
  }
}
