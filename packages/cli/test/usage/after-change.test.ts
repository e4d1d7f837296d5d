import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Io } from '../../src/io.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

let home: string;
let project: string;
let io: ReturnType<typeof memoryIo>;

beforeEach(async () => {
  const config = mkdtempSync(join(tmpdir(), 'unspool-config-'));
  home = mkdtempSync(join(tmpdir(), 'unspool-home-'));
  project = join(config, 'projects', '-p');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, '1.jsonl'), reply('m1', 1000));
  io = memoryIo({ env: { CLAUDE_CONFIG_DIR: config, UNSPOOL_HOME: home }, now: Date.now() });
  await run(['index', '--no-archive'], io);
  expect(await ask()).toMatch(/total +1 +1\.0k/);
  io.taken();
});

describe('usage from an index', () => {
  const changes: { [what: string]: { change: () => void; total: RegExp } } = {
    'a reply more': {
      change: () => appendFileSync(join(project, '1.jsonl'), reply('m2', 500)),
      total: /total +2 +1\.5k/,
    },
    'a session more': {
      change: () => writeFileSync(join(project, '2.jsonl'), reply('m3', 700)),
      total: /total +2 +1\.7k/,
    },
    'a sub-agent more': {
      change: () => {
        mkdirSync(join(project, '1', 'subagents'), { recursive: true });
        writeFileSync(join(project, '1', 'subagents', 'agent-a.jsonl'), reply('m4', 300));
      },
      total: /total +2 +1\.3k/,
    },
    'a session less': { change: () => rmSync(join(project, '1.jsonl')), total: /total +1 +1\.0k/ },
    'a session rewritten': {
      change: () => writeFileSync(join(project, '1.jsonl'), reply('m1', 8009)),
      total: /total +1 +8\.0k/,
    },
    'another price': {
      change: () => writeFileSync(join(home, 'prices.json'), '{"claude-opus-5": {"input": 7, "output": 9000000}}'),
      total: /total +1 +1\.0k.*\$9,?000/,
    },
  };
  it.each(Object.keys(changes))('counts %s', async (what) => {
    const { change, total } = changes[what] ?? {};
    change?.();
    expect(await ask()).toMatch(total ?? '');
    expect(await ask()).toMatch(total ?? '');
  });

  it('is for one screen and one time zone', async () => {
    const wide = await ask();
    expect(await ask({ ...io, columns: 60, hasColour: true })).not.toBe(wide);
    expect(JSON.parse(await ask(io, 'usage', '--json', '--timezone', 'Asia/Tokyo'))).toMatchObject({
      timezone: 'Asia/Tokyo',
    });
    expect(await ask()).toBe(wide);
  });

  it('is for one report and one form', async () => {
    expect(await ask(io, 'usage', 'models')).toContain('claude-opus-5');
    expect(JSON.parse(await ask(io, 'usage', '--json'))).toMatchObject({ report: 'daily' });
  });

  it('reports impossible counts each time', async () => {
    writeFileSync(join(project, '1.jsonl'), reply('m1', 90_000_000_000));
    for (const _ of [1, 2]) {
      await ask();
      expect(io.taken().err).toContain('More tokens than a reply can use');
    }
  });
});

/** What a command prints to stdout. */
async function ask(asked: Io = io, ...args: string[]): Promise<string> {
  let output = '';
  const out = (text: string) => {
    output += text;
  };
  expect(await run(args.length > 0 ? args : ['usage'], { ...asked, out })).toBe(0);
  return output;
}

function reply(id: string, output: number): string {
  const message = {
    id,
    role: 'assistant',
    model: 'claude-opus-5',
    content: [],
    usage: { input_tokens: 1, output_tokens: output },
  };
  return `${JSON.stringify({ type: 'assistant', timestamp: '2026-01-01T10:00:00.000Z', message })}\n`;
}
