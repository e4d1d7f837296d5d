import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession, turnsOf } from '@unspool/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparable, continueFrom, isSound, linesOf, newChat, newPlace, resumed } from '../support/chat.js';
import { bundleProgram } from '../support/program.js';
import { text } from '../support/scripted-api.js';

// A session that writes every kind of line: thinking, text, parallel calls, agents, file history, a compaction.
const PROGRAM = `
import { randomUUID } from 'node:crypto';
import { startChat } from 'AGENT/src/chat/chat-session.ts';
import { scriptedModel } from 'AGENT/src/demo/scripted-model.ts';
import { waitFor } from 'AGENT/src/world.ts';
import { testTools } from 'AGENT/test/support/tools.ts';
const [configDir, cwd] = process.argv.slice(2);
let count = 0;
const use = (name, input) => ({ type: 'tool_use', id: 'toolu_' + randomUUID(), name, input });
const say = (text) => ({ type: 'text', text });
const script = (request) => {
  const n = count++;
  if (JSON.stringify(request.messages.at(-1)).includes('<summary>')) return { blocks: [say('<summary>so far</summary>')] };
  if (JSON.stringify(request.messages[0]).includes('sub task')) return { blocks: [say('reported')] };
  if (n % 5 === 1) return { blocks: [{ type: 'thinking', thinking: 'hm', signature: 's' }, say('Two.'), use('Read', { file_path: 'README.md' }), use('Bash', { command: 'echo one' })] };
  if (n % 5 === 2) return { blocks: [use('Write', { file_path: 'f' + n + '.txt', content: 'x'.repeat(500) })] };
  if (n % 5 === 3) return { blocks: [use('Agent', { description: 'd', prompt: 'sub task' })] };
  return { blocks: [say('Words. '.repeat(20))] };
};
const chat = startChat({
  world: { now: Date.now, wait: waitFor, random: Math.random, newUuid: randomUUID, env: process.env, home: cwd, platform: process.platform, fetch },
  configDir, cwd, priceOf: () => 0, tools: testTools, start: { kind: 'new' }, entrypoint: 'cli',
  callModel: scriptedModel(script, { newUuid: randomUUID, pause: async () => {} }),
  permissionMode: 'bypassPermissions', canAsk: false, isTrusted: true,
});
process.stdout.write(chat.file + '\\n');
for (let turn = 1; ; turn++) {
  await chat.send('prompt ' + turn);
  if (turn % 4 === 0) await chat.send('/compact');
  process.stdout.write('done ' + turn + '\\n');
}
`;

const TIMES = Number(process.env['UNSPOOL_KILLS'] ?? 25);

describe('a killed chat', () => {
  let folder: string;
  let program: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'unspool-killed-'));
    program = await bundleProgram(PROGRAM, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(`resumes with every finished turn (killed ${TIMES} times at different moments)`, async () => {
    let seen = 0;
    for (let time = 0; time < TIMES; time++) {
      const place = { configDir: join(folder, `home${time}`), cwd: join(folder, `project${time}`) };
      mkdirSync(place.cwd);
      // After a fixed number of turns, so that slow and fast machines behave alike.
      const { file, turns } = await runAndKill(program, place, { turns: time % 5, ms: (time * 37) % 100 });
      // Killed before the first prompt was written.
      if (!existsSync(file) || statSync(file).size === 0) continue;
      seen += turns;
      expect(isSound(file), `killed ${time}: ${JSON.stringify(linesOf(file).at(-1))}`).toBe(true);
      const session = openSession(file);
      expect(session.lines.skipped).toBeLessThanOrEqual(1);
      const finished = turnsOf(session).turns.filter(({ isOpen }) => !isOpen);
      expect(finished.length, `killed ${time}`).toBeGreaterThanOrEqual(turns);
      for (const agent of agentFiles(file)) expect(openSession(agent).lines.skipped).toBeLessThanOrEqual(1);
      rmSync(place.configDir, { recursive: true, force: true });
      rmSync(place.cwd, { recursive: true, force: true });
    }
    expect(seen).toBeGreaterThan(TIMES);
  }, 600_000);

  it('continues, and sends what the file says', async () => {
    const place = newPlace();
    const { file } = await runAndKill(program, place, { turns: 2, ms: 50 });
    const predicted = comparable(resumed(file, 'go on'));
    const { chat, api } = await newChat([{ blocks: [text('ok')] }], {
      place,
      start: continueFrom(file),
      model: 'claude-opus-5-5',
    });
    await chat.send('go on');
    expect(comparable(api.requests[0]?.messages ?? [])).toEqual(predicted);
    expect(isSound(file)).toBe(true);
  });
});

function runAndKill(
  program: string,
  place: { configDir: string; cwd: string },
  when: { turns: number; ms: number },
): Promise<{ file: string; turns: number }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [program, place.configDir, place.cwd], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    const turns = () => output.split('\n').filter((line) => line.startsWith('done')).length;
    let isToDie = false;
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (isToDie || turns() < when.turns) return;
      isToDie = true;
      setTimeout(() => child.kill('SIGKILL'), when.ms);
    });
    child.on('close', () => {
      const [file = ''] = output.split('\n');
      done({ file, turns: turns() });
    });
  });
}

function agentFiles(file: string): string[] {
  const folder = join(file.replace(/\.jsonl$/, ''), 'subagents');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name));
}
