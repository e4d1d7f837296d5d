import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Io } from '../../src/io.js';
import { run } from '../../src/program.js';
import { indexedAtOnce } from '../../src/usage/indexed-at-once.js';
import { memoryIo } from '../support/memory-io.js';

const MARK = 'as it was kept\n';
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
  await run(['usage'], io);
  io.taken();
});

describe('an answer that is kept', () => {
  it('is said again as long as nothing is another', async () => {
    const first = await ask();
    expect(first).toMatch(/total +1 +1\.0k/);
    const file = join(home, 'answers', 'usage-daily');
    mark(file);
    expect(await ask()).toBe(first + MARK);
    expect(readdirSync(join(home, 'answers'))).toEqual(['usage-daily']);
  });

  const changes: { [what: string]: () => void } = {
    'a reply more': () => appendFileSync(join(project, '1.jsonl'), reply('m2', 500)),
    'a session more': () => writeFileSync(join(project, '2.jsonl'), reply('m3', 700)),
    'a sub-agent more': () => {
      mkdirSync(join(project, '1', 'subagents'), { recursive: true });
      writeFileSync(join(project, '1', 'subagents', 'agent-a.jsonl'), reply('m4', 300));
    },
    'a session less': () => rmSync(join(project, '1.jsonl')),
    'a session rewritten': () => writeFileSync(join(project, '1.jsonl'), reply('m1', 1009)),
    'another price': () => writeFileSync(join(home, 'prices.json'), '{"claude-opus-5": {"input": 7, "output": 9}}'),
    'an index that was written to': () => appendFileSync(join(home, 'unspool.db-wal'), 'x'),
  };
  it.each(Object.keys(changes))('is worked out again after %s', async (what) => {
    await keptWithMark();
    changes[what]?.();
    const said = await ask();
    expect(said).not.toContain(MARK);
    io.taken();
    await run(['usage'], io);
    expect(said).toBe(io.taken().out);
  });

  it('is of one screen and one time zone', async () => {
    await keptWithMark();
    for (const other of [{ columns: 60 }, { hasColour: true }, { env: { ...io.env, TZ: 'Asia/Tokyo' } }]) {
      expect(await ask({ ...io, ...other })).not.toContain(MARK);
      await keptWithMark();
    }
  });

  it('is of one report and one form', async () => {
    await keptWithMark();
    expect(await ask(io, ['usage', 'models'])).toContain('claude-opus-5');
    expect(JSON.parse(await ask(io, ['usage', '--json']))).toMatchObject({ report: 'daily' });
    expect(await ask()).toContain(MARK);
  });

  it('is not kept where there was more to say', async () => {
    writeFileSync(join(project, '1.jsonl'), reply('m1', 90_000_000_000));
    await ask();
    expect(io.taken().err).toContain('More tokens than replies can use');
    await ask();
    expect(io.taken().err).toContain('More tokens than replies can use');
  });

  it('is nothing that a command needs', async () => {
    rmSync(join(home, 'answers'), { recursive: true, force: true });
    writeFileSync(join(home, 'answers'), 'a file where the folder should be');
    const first = await ask();
    expect(await ask()).toBe(first);
    expect(readFileSync(join(home, 'answers'), 'utf8')).toBe('a file where the folder should be');
  });

  it('does not count when it is cut', async () => {
    await ask();
    const file = join(home, 'answers', 'usage-daily');
    const whole = readFileSync(file);
    const first = await ask();
    for (const part of [0, 10, Math.floor(whole.length / 3), whole.length - 30, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, part));
      expect(await ask()).toBe(first);
    }
  });
});

async function keptWithMark(): Promise<void> {
  await ask();
  const file = join(home, 'answers', 'usage-daily');
  if (!readFileSync(file, 'utf8').includes(MARK)) mark(file);
  expect(await ask()).toContain(MARK);
}

/** So that one can see where an answer comes from. */
function mark(file: string): void {
  writeFileSync(
    file,
    readFileSync(file, 'latin1').replace(/\0end\n$/, (end) => MARK + end),
    'latin1',
  );
}

/** What is said on the output. */
async function ask(asked: Io = io, [, kind = 'daily', ...more]: string[] = ['usage']): Promise<string> {
  let said = '';
  const listening: Io = {
    ...asked,
    out: (text) => {
      said += text;
    },
    outBytes: (bytes) => {
      said += Buffer.from(bytes).toString();
    },
  };
  const isJson = kind === '--json' || more.includes('--json');
  const request = { kind: kind === 'models' ? 'models' : 'daily', from: 'index', isJson } as const;
  expect(await indexedAtOnce(request, listening)).toBe(0);
  return said;
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
