import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { statusLine } from '../../src/statusline/status-line.js';
import { type MadeHome, madeHome, repliesAt } from '../support/made-home.js';
import { memoryIo } from '../support/memory-io.js';

const NOW = Date.UTC(2026, 5, 1, 12);
const SESSION = '11111111-0000-4000-8000-000000000001';
const OTHER = '22222222-0000-4000-8000-000000000002';
/** No process is started that goes on behind the test. */
const ALONE = { UNSPOOL_STATUSLINE: 'alone' };
const USAGE = { input_tokens: 10, cache_read_input_tokens: 90_000, cache_creation_input_tokens: 0, output_tokens: 5 };

describe('the status line', () => {
  it('shows what the client says', async () => {
    const line = lineIn(madeHome(NOW), {
      cost: { total_cost_usd: 1.239 },
      context_window: { used_percentage: 41.7 },
      rate_limits: { five_hour: { used_percentage: 61.2 } },
    });
    expect(line).toBe('$1.24 · context 42 % · 5 h 61 %');
  });

  it('shows how long the cache lasts, and the context where the client does not say it', async () => {
    const home = madeHome(NOW);
    const file = home.write(`-app/${SESSION}.jsonl`, [reply('m1', NOW - 90_000)]);
    const given = { transcript_path: file, context_window: { context_window_size: 200_000 } };
    expect(lineIn(home, given)).toBe('context 45 % · cache warm 4 min');
    expect(lineIn(home, given, NOW + 600_000)).toBe('context 45 % · cache cold');
    const hour = { cache_creation: { ephemeral_1h_input_tokens: 5, ephemeral_5m_input_tokens: 0 } };
    const kept = { ...USAGE, ...hour, cache_creation_input_tokens: 5 };
    home.write(`-app/${SESSION}.jsonl`, [reply('m1', NOW - 90_000, kept)]);
    expect(lineIn(home, given)).toContain('cache warm 59 min');
  });

  it('adds this session as the client knows it to the others of the day', async () => {
    const home = madeHome(NOW);
    const early = new Date(NOW).setHours(0, 0, 0, 0) + 3_600_000;
    const others = repliesAt([early, early - 86_400_000 * 2], { sessionId: OTHER });
    home.write(`-app/${OTHER}.jsonl`, others.map(expensive));
    await home.unspool('index', '--no-archive');
    const { total } = await home.json<{ total: { costUSD: string } }>('usage', '--since', 'today');
    expect(Number(total.costUSD)).toBeGreaterThan(0.5);
    home.write(`-app/${SESSION}.jsonl`, repliesAt([early + 60_000], { sessionId: SESSION }));
    await home.unspool('index', '--no-archive');
    expect(lineIn(home, { session_id: SESSION, cost: { total_cost_usd: 2 } })).toBe('$2.00');
    expect((await home.unspool('statusline', 'refresh')).exitCode).toBe(0);
    const line = lineIn(home, { session_id: SESSION, cost: { total_cost_usd: 2 } });
    expect(line).toBe(`$2.00 · today $${(Number(total.costUSD) + 2).toFixed(2)}`);
  });

  it('counts the sub-agents that have written lately', async () => {
    const home = madeHome(NOW);
    const main = home.write(`-app/${SESSION}.jsonl`, [reply('m1', NOW)]);
    const folder = `-app/${SESSION}/subagents`;
    const working = home.write(`${folder}/agent-a1.jsonl`, [reply('m2', NOW), reply('m2', NOW), reply('m3', NOW)]);
    utimesSync(working, NOW / 1000, NOW / 1000);
    home.write(`${folder}/agent-b2.jsonl`, [reply('m4', NOW)]);
    expect(lineIn(home, { transcript_path: main })).toContain('1 sub-agent 180k tokens');
  });

  it.skipIf(process.platform === 'win32')('waits for no pipe', () => {
    const home = madeHome(NOW);
    const main = join(home.projects, '-app', `${SESSION}.jsonl`);
    const agents = main.replace('.jsonl', '/subagents');
    mkdirSync(agents, { recursive: true });
    mkdirSync(home.data);
    for (const pipe of [main, join(agents, 'agent-a1.jsonl'), join(home.data, 'statusline.json')])
      execFileSync('mkfifo', [pipe]);
    for (const transcript_path of [main, home.home, '/dev/zero'])
      expect(lineIn(home, { transcript_path, cost: { total_cost_usd: 1 } })).toBe('$1.00');
  });

  it('never fails, whatever it is given', async () => {
    for (const text of ['', 'no json', '[]', '{"cost":{"total_cost_usd":"x"},"transcript_path":"/nowhere.jsonl"}']) {
      expect(statusLine(text, memoryIo({ env: ALONE }))).toBe('unspool');
    }
  });
});

describe('installing it', () => {
  it.each([
    ['odd spacing', '\ufeff{ "theme" : "dark",\r\n\t"env": {"A":"\u00e9"} }\r\n\r\n'],
    ['one line', '{"a":1}'],
    ['nothing', ''],
    ['no file', undefined],
  ])('and uninstalling leaves settings byte for byte: %s', async (_, before) => {
    const home = madeHome(NOW);
    const file = join(home.home, '.claude', 'settings.json');
    if (before !== undefined) writeFileSync(file, before);
    const installed = await home.json<{ changed: boolean; backup: string | null }>('statusline', 'install');
    expect(installed.changed).toBe(true);
    const settings = JSON.parse(readFileSync(file, 'utf8').replace('\ufeff', ''));
    expect(settings.statusLine).toEqual({ type: 'command', command: 'unspool statusline' });
    if (before === undefined) expect(installed.backup).toBeNull();
    else expect(readFileSync(installed.backup ?? '', 'utf8')).toBe(before);
    expect((await home.json<{ changed: boolean }>('statusline', 'install')).changed).toBe(false);
    await home.unspool('statusline', 'uninstall');
    if (before === undefined) expect(readdirSync(join(home.home, '.claude'))).not.toContain('settings.json');
    else expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await home.json<{ changed: boolean }>('statusline', 'uninstall')).changed).toBe(false);
  });

  it('keeps what was changed meanwhile', async () => {
    const home = madeHome(NOW);
    const file = join(home.home, '.claude', 'settings.json');
    writeFileSync(file, '{\n  "theme": "dark"\n}\n');
    await home.unspool('statusline', 'install');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"dark"', '"light"'));
    await home.unspool('statusline', 'uninstall');
    expect(readFileSync(file, 'utf8')).toBe('{\n  "theme": "light"\n}\n');
  });

  it('does not replace the status line of another program', async () => {
    const home = madeHome(NOW);
    const file = join(home.home, '.claude', 'settings.json');
    const before = '{ "statusLine": { "type": "command", "command": "mine.sh" } }';
    writeFileSync(file, before);
    const { exitCode, err } = await home.unspool('statusline', 'install');
    expect([exitCode, err]).toEqual([1, expect.stringContaining('has another status line')]);
    expect((await home.json<{ changed: boolean }>('statusline', 'uninstall')).changed).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

function lineIn(home: MadeHome, given: object, now = NOW): string {
  const io = memoryIo({ home: home.home, env: { ...ALONE, UNSPOOL_HOME: home.data }, now });
  return statusLine(JSON.stringify(given), io);
}

function reply(id: string, time: number, usage: object = USAGE): object {
  const message = { id, role: 'assistant', model: 'claude-opus-5', content: [{ type: 'text', text: 'hi' }], usage };
  return {
    type: 'assistant',
    uuid: `${id}${time}`,
    parentUuid: null,
    timestamp: new Date(time).toISOString(),
    message,
  };
}

function expensive(line: object): object {
  return JSON.parse(JSON.stringify(line).replace('"input_tokens":1,', '"input_tokens":150000,'));
}
