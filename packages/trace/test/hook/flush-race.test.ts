import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { waitForReply } from '../../src/hook/flush-race.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-flush-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'session.jsonl');

const line = (entry: object) => `${JSON.stringify(entry)}\n`;
const prompt = line({ type: 'user', uuid: 'a', message: { role: 'user', content: 'hello' } });
const reply = (text: string, id = 'm1') =>
  line({ type: 'assistant', uuid: text, message: { id, role: 'assistant', content: [{ type: 'text', text }] } });
const call = line({
  type: 'assistant',
  uuid: 'c',
  message: { id: 'm1', role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] },
});
const state = line({ type: 'last-prompt', lastPrompt: 'hello' });

/** Time passes only by sleeping; at some moment the client writes. */
function waiting(writes: { at: number; text: string }[]) {
  let now = 0;
  return {
    now: () => now,
    maxMs: 2000,
    sleep: (ms: number) => {
      now += ms;
      for (const write of writes.splice(0)) {
        if (write.at <= now) appendFileSync(file, write.text);
        else writes.push(write);
      }
    },
    passed: () => now,
  };
}

describe('waiting for the last reply', () => {
  it('takes no time when it is there, with lines of state behind it', () => {
    writeFileSync(file, prompt + reply('Hi there.') + state);
    const world = waiting([]);
    expect(waitForReply(file, 'Hi there.', world)).toBe(true);
    expect(world.passed()).toBe(0);
  });

  it('waits for the reply that the event names, not for any', () => {
    writeFileSync(file, prompt + reply('Let me look.') + call);
    const world = waiting([{ at: 300, text: reply('Done.', 'm2') }]);
    expect(waitForReply(file, 'Done.', world)).toBe(true);
    expect(world.passed()).toBeGreaterThanOrEqual(300);
    expect(world.passed()).toBeLessThan(400);
  });

  it('waits for half a line to be whole', () => {
    writeFileSync(file, prompt + reply('Done.').slice(0, -3));
    expect(waitForReply(file, 'Done.', waiting([{ at: 100, text: reply('Done.').slice(-3) }]))).toBe(true);
  });

  it('takes two seconds at most', () => {
    writeFileSync(file, prompt);
    const world = waiting([]);
    expect(waitForReply(file, 'Done.', world)).toBe(false);
    expect(world.passed()).toBeLessThanOrEqual(2020);
  });

  it('of an old client ends with a reply that calls no tool', () => {
    writeFileSync(file, prompt + reply('Let me look.') + call);
    expect(waitForReply(file, undefined, waiting([]))).toBe(false);
    writeFileSync(file, prompt + reply('All done.'));
    expect(waitForReply(file, undefined, waiting([]))).toBe(true);
  });

  it('a file that is not there yet has none', () => {
    expect(waitForReply(join(folder, 'gone.jsonl'), 'x', { ...waiting([]), maxMs: 0 })).toBe(false);
  });
});
