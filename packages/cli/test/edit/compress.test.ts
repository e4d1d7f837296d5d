import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { type MemoryIo, memoryIo } from '../support/memory-io.js';
import { sessionFile } from '../support/session-file.js';

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const QUIET = new Date('2026-01-02T00:00:00Z');

function threeTurns(): string {
  const file = sessionFile()
    .user('first ask')
    .reply('m1', 'A long first answer.')
    .call('m2', 't1', 'Bash', { command: 'npm test' })
    .result('t1', 'failed', { is_error: true })
    .user('second ask')
    .reply('m3', 'A second answer.')
    .user('third ask')
    .reply('m4', 'A third answer.')
    .write();
  utimesSync(file, QUIET, QUIET);
  return file;
}

function ioFor(file: string, env: MemoryIo['env'] = {}): MemoryIo {
  const home = dirname(dirname(dirname(file)));
  return memoryIo({ home, env: { CLAUDE_CONFIG_DIR: home, ...env } });
}

/** A Messages API that answers once and keeps what it was asked. */
async function scriptedApi(answers: { status?: number; text: string; location?: string }[]) {
  const asked: { headers: http.IncomingHttpHeaders; body: { model: string; messages: { content: string }[] } }[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
    const { status = 200, text, location } = answers[Math.min(asked.length, answers.length) - 1] ?? { text: '' };
    response.writeHead(status, {
      'content-type': 'application/json',
      'retry-after': '0.01',
      ...(location && { location }),
    });
    response.end(JSON.stringify({ content: [{ type: 'text', text }] }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('unspool compress', () => {
  it('makes a new session and leaves the original', async () => {
    const file = threeTurns();
    const before = readFileSync(file, 'utf8');
    const io = ioFor(file);
    expect(await run(['compress', file, '--keep-last', '1', '--json'], io)).toBe(0);
    const made = JSON.parse(io.stdout());
    expect(readFileSync(file, 'utf8')).toBe(before);
    const text = readFileSync(made.file, 'utf8');
    expect(text).toContain('"subtype":"compact_boundary"');
    expect(text).toContain('User: first ask');
    expect(text).toContain('Bash npm test (failed)');
    expect(text).toContain('A third answer.');
    expect(made.command).toBe(`claude --resume ${basename(made.file, '.jsonl')}`);
  });

  it('gives the original bytes back after an edit in place', async () => {
    const file = threeTurns();
    const before = readFileSync(file, 'utf8');
    const io = ioFor(file);
    expect(await run(['compress', file, '--keep-last', '1', '--in-place'], io)).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toBe(before);
    expect(await run(['undo'], io)).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('says so when there is nothing to compress', async () => {
    const file = threeTurns();
    const io = ioFor(file);
    expect(await run(['compress', file, '--keep-last', '3'], io)).toBe(0);
    expect(io.stderr()).toContain('This edit would change nothing');
  });

  it.each([
    [['--keep-last', 'x'], 'takes a number of turns'],
    [['--keep-last', '1', '--with', 'magic'], 'takes extract or model'],
  ])('explains %j', async (flags, message) => {
    const file = threeTurns();
    const io = ioFor(file);
    expect(await run(['compress', file, ...flags], io)).toBe(2);
    expect(io.stderr()).toContain(message);
  });

  describe('with a model', () => {
    it('writes what the model made of each turn', async () => {
      const api = await scriptedApi([{ text: '<turn n="1">found the bug</turn><turn n="2">fixed it</turn>' }]);
      const file = threeTurns();
      const io = ioFor(file, { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'key', ANTHROPIC_MODEL: 'a-model' });
      expect(await run(['compress', file, '--keep-last', '1', '--with', 'model', '--json'], io)).toBe(0);
      const text = readFileSync(JSON.parse(io.stdout()).file, 'utf8');
      expect(text).toContain('found the bug');
      expect(text).toContain('fixed it');
      expect(text).not.toContain('A long first answer.');
      const [request] = api.asked;
      expect(request?.headers['x-api-key']).toBe('key');
      expect(request?.body.model).toBe('a-model');
      expect(request?.body.messages[0]?.content).toContain('A long first answer.');
      expect(request?.body.messages[0]?.content).not.toContain('A third answer.');
    });

    it('shortens by itself what the model left out, and tries again when the API is busy', async () => {
      const api = await scriptedApi([{ status: 529, text: '' }, { text: '<turn n="2">fixed it</turn>' }]);
      const file = threeTurns();
      const io = ioFor(file, { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_AUTH_TOKEN: 'token' });
      expect(await run(['compress', file, '--keep-last', '1', '--with', 'model', '--json'], io)).toBe(0);
      expect(io.stderr()).toContain('the model left out 1 turn');
      expect(readFileSync(JSON.parse(io.stdout()).file, 'utf8')).toContain('A long first answer.');
      expect(api.asked.map((request) => request.headers.authorization)).toEqual(['Bearer token', 'Bearer token']);
    });

    it.each([
      ['without a key', {}, 'no key for the Messages API'],
      ['when it is refused', { ANTHROPIC_API_KEY: 'key' }, 'refused the request (401)'],
      ['when nobody answers', { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' }, 'not be reached'],
    ])('writes nothing %s', async (_, env, message) => {
      const api = await scriptedApi([{ status: 401, text: '' }]);
      const file = threeTurns();
      const io = ioFor(file, { ANTHROPIC_BASE_URL: api.url, ...env });
      expect(await run(['compress', file, '--keep-last', '1', '--with', 'model'], io)).toBe(1);
      expect(io.stderr()).toContain(message);
      expect(readdirSync(dirname(file))).toEqual([basename(file)]);
    });

    it('follows no redirect to another host', async () => {
      const elsewhere = await scriptedApi([{ text: '<turn n="1">caught</turn>' }]);
      const api = await scriptedApi([{ status: 307, text: '', location: `${elsewhere.url}/v1/messages` }]);
      const file = threeTurns();
      const io = ioFor(file, { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'key' });
      expect(await run(['compress', file, '--keep-last', '1', '--with', 'model'], io)).toBe(1);
      expect(io.stderr()).toContain('refused the request (307)');
      expect(elsewhere.asked).toEqual([]);
    });

    it('sends nothing of a session that is live, nor when extract is asked for', async () => {
      const api = await scriptedApi([{ text: '' }]);
      const file = threeTurns();
      const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'key' };
      expect(await run(['compress', file, '--keep-last', '1'], ioFor(file, env))).toBe(0);
      const io = ioFor(file, env);
      utimesSync(file, new Date(io.now), new Date(io.now));
      expect(await run(['compress', file, '--keep-last', '1', '--with', 'model'], io)).toBe(1);
      expect(io.stderr()).toContain('live');
      expect(api.asked).toEqual([]);
    });
  });
});
