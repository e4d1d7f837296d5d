import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promptOf } from '../../src/chat/prompt.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

describe('unspool chat', () => {
  it('says what to do without a key', async () => {
    const io = memoryIo({ env: {} });
    expect(await run(['chat', '-p', 'hi'], io)).toBe(1);
    expect(io.stderr()).toContain('ANTHROPIC_API_KEY');
    expect(io.stderr()).toContain('--demo');
  });

  it.each([
    [{ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'nonsense' }, 'ANTHROPIC_BASE_URL is not a URL: "nonsense"'],
    [{ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'file:///etc' }, 'ANTHROPIC_BASE_URL'],
    [{ ANTHROPIC_API_KEY: 'hush\nhush' }, 'ANTHROPIC_API_KEY cannot be sent'],
    [{ ANTHROPIC_AUTH_TOKEN: 'hush\u20ac' }, 'ANTHROPIC_AUTH_TOKEN cannot be sent'],
  ])('fails at once with %j', async (env, words) => {
    const io = memoryIo({ env });
    expect(await run(['chat', '-p', 'hi'], io)).toBe(1);
    expect(io.stderr()).toContain(words);
    expect(io.stderr()).not.toContain('hush');
  });

  it.each([
    [['--demo', '-p', 'x', '--permission-mode', 'reckless'], 'reckless'],
    [['--demo', '-p', 'x', '--output-format', 'xml'], 'xml'],
    [['--demo', '-p', 'x', '--input-format', 'stream-json'], '--output-format stream-json'],
    [['--demo', '-p', 'x', '--session-id', 'mine'], 'not a UUID'],
    [['--demo', '-p', 'x', '--fork-session'], 'no session to fork'],
    [['--demo', '-p', 'x', '--max-turns', '0'], '--max-turns'],
    [['--demo', '-p', 'x', '--resume'], '--resume last'],
    [['-p', 'x', '--max-turns', '0'], '--max-turns'],
  ])('refuses %j', async (args, words) => {
    const io = memoryIo({ env: {} });
    expect(await run(['chat', ...args], io)).toBe(2);
    expect(io.stderr()).toContain(words);
  });

  it('never takes the id of a session that is there', async () => {
    const home = mkdtempSync(join(tmpdir(), 'unspool-chat-'));
    try {
      const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' };
      const project = join(home, '.claude/projects/-work');
      mkdirSync(project, { recursive: true });
      const [mine, other] = [randomUUID(), randomUUID()];
      const line = { type: 'user', parentUuid: null, uuid: randomUUID(), timestamp: '2026-01-01T00:00:00.000Z' };
      const message = { role: 'user', content: 'hi' };
      for (const id of [mine, other]) {
        writeFileSync(join(project, `${id}.jsonl`), `${JSON.stringify({ ...line, message, sessionId: id })}\n`);
      }
      const before = readFileSync(join(project, `${mine}.jsonl`), 'utf8');
      for (const more of [[], ['--resume', other, '--fork-session']]) {
        const io = memoryIo({ env, home, cwd: '/work' });
        expect(await run(['chat', '-p', 'x', '--session-id', mine, ...more], io)).toBe(1);
        expect(io.stderr()).toContain('already');
      }
      expect(readFileSync(join(project, `${mine}.jsonl`), 'utf8')).toBe(before);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('needs a terminal or print mode', async () => {
    const io = memoryIo({ env: {} });
    expect(await run(['chat', '--demo'], io)).toBe(2);
    expect(io.stderr()).toContain('unspool chat -p');
  });

  it('appends what was piped to the words', () => {
    expect(promptOf(['review', 'this'], 'a diff\n')).toBe('review this\n\na diff');
    expect(() => promptOf([], ' \n')).toThrow('There is no prompt.');
  });
});
