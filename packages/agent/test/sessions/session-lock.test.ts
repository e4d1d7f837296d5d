import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockSession, releaseSession } from '../../src/sessions/session-lock.js';
import { newChat } from '../support/chat.js';
import { bundleProgram } from '../support/program.js';
import { text } from '../support/scripted-api.js';

/** Takes the lock at its first input, prints the result, and exits when its input ends. */
const PROGRAM = `
import { lockSession } from 'AGENT/src/sessions/session-lock.ts';
process.stdout.write('ready\\n');
process.stdin.once('data', () => process.stdout.write(JSON.stringify(lockSession(process.argv[2], process.argv[3]))));
process.stdin.resume();
`;

const base = mkdtempSync(join(tmpdir(), 'unspool-lock-'));
const file = join(base, 'session.jsonl');
let folder = '';
let program = '';
let count = 0;
beforeAll(async () => {
  writeFileSync(file, '');
  program = await bundleProgram(PROGRAM, base);
});
beforeEach(() => {
  folder = join(base, `locks-${++count}`);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Other {
  begin(): Promise<{ kind: string; reason?: string }>;
  end(signal?: NodeJS.Signals): Promise<void>;
}

async function another(): Promise<Other> {
  const child = spawn(process.execPath, [program, file, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const output = () => new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
  await output();
  return {
    begin: async () => {
      const answer = output();
      child.stdin.write('go\n');
      return JSON.parse(await answer);
    },
    end: (signal) =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        if (signal) child.kill(signal);
        else child.stdin.end();
      }),
  };
}

const lockName = () => {
  lockSession(file, folder);
  const [name = ''] = readdirSync(folder);
  releaseSession(file);
  return join(folder, name);
};

describe('the lock of a session', () => {
  it('goes to only one of several that start together, even if a dead process left it', async () => {
    const dead = await another();
    await dead.begin();
    await dead.end('SIGKILL');
    expect(readdirSync(folder)).toHaveLength(1);
    const others = await Promise.all([1, 2, 3, 4].map(another));
    const got = await Promise.all(others.map(({ begin }) => begin()));
    expect(got.filter(({ kind }) => kind === 'locked')).toHaveLength(1);
    expect(got.find(({ kind }) => kind === 'taken')?.reason).toMatch(/process \d+\) has the session open/);
    await Promise.all(others.map(({ end }) => end()));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is free again when its holder exits or releases it', async () => {
    const other = await another();
    expect(await other.begin()).toEqual({ kind: 'locked' });
    expect(lockSession(file, folder).kind).toBe('taken');
    await other.end();
    expect(lockSession(file, folder)).toEqual({ kind: 'locked' });
    expect(lockSession(file, folder)).toEqual({ kind: 'locked' });
    releaseSession(file);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['', 'null', '{"pid":'])('is stale if its content is %j', (text) => {
    const path = lockName();
    writeFileSync(path, text);
    utimesSync(path, 1000, 1000);
    expect(lockSession(file, folder)).toEqual({ kind: 'locked' });
    releaseSession(file);
  });

  it('is not removed while it is being written', () => {
    writeFileSync(lockName(), '');
    expect(lockSession(file, folder).kind).toBe('taken');
  });

  it.skipIf(process.platform !== 'linux')("is free if another process now has its holder's pid", () => {
    writeFileSync(lockName(), JSON.stringify({ pid: process.ppid, procStart: '1' }));
    expect(lockSession(file, folder)).toEqual({ kind: 'locked' });
    releaseSession(file);
  });

  it('is not needed where it cannot be written', () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'a-file'), '');
    expect(lockSession(file, join(folder, 'a-file', 'locks'))).toEqual({ kind: 'locked' });
  });
});

describe('a chat', () => {
  it('locks its session from the first line on, and releases it at the end', async () => {
    const lockFolder = folder;
    const { chat } = await newChat([{ blocks: [text('a')] }, { blocks: [text('b')] }], { lockFolder });
    await chat.send('one');
    expect(readdirSync(lockFolder)).toHaveLength(1);
    const first = chat.file;
    await chat.send('/clear');
    expect(readdirSync(lockFolder)).toEqual([]);
    await chat.send('two');
    expect(chat.file).not.toBe(first);
    expect(readdirSync(lockFolder)).toHaveLength(1);
    await chat.close();
    expect(readdirSync(lockFolder)).toEqual([]);
  });
});
