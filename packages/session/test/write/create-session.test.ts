import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SystemEntry } from '../../src/format/schema.js';
import { openSession } from '../../src/model/open-session.js';
import { resume } from '../../src/resume/resume.js';
import { continueSession, createSession } from '../../src/write/create-session.js';
import { tempTree } from '../locate/temp-tree.js';

const cwd = '/home/u/my.app';
const time = Date.parse('2026-01-02T03:04:05.000Z');

function settings() {
  let count = 0;
  return {
    cwd,
    version: '2.1.325',
    gitBranch: 'main',
    // A clock that stops, then steps back.
    now: () => time - 1000 * count,
    newUuid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
  };
}

const reply = (id: string, text: string) => ({
  id,
  role: 'assistant' as const,
  model: 'm',
  content: [{ type: 'text' as const, text }],
});

test('a new session is where the client looks, as one chain with increasing times', () => {
  const projects = join(tempTree(), 'projects');
  const session = createSession({ projects, ...settings() });
  session.addUser('hello', { permissionMode: 'default' });
  session.addAssistant(reply('msg_1', 'hi'));
  session.addAside({ type: 'custom-title', customTitle: 'Greeting', sessionId: session.sessionId });
  session.addUser('bye');
  session.addAssistant(reply('msg_2', 'see you'));
  session.close();
  expect(session.file).toBe(join(projects, '-home-u-my-app', `${session.sessionId}.jsonl`));

  const lines = readFileSync(session.file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toEqual({
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd,
    sessionId: session.sessionId,
    version: '2.1.325',
    gitBranch: 'main',
    permissionMode: 'default',
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text: 'hello' }] },
    uuid: '00000000-0000-4000-8000-000000000002',
    timestamp: '2026-01-02T03:04:04.000Z',
  });
  const chain = lines.filter((line) => line.uuid);
  expect(chain.map((line) => line.parentUuid)).toEqual([null, ...chain.slice(0, -1).map((line) => line.uuid)]);
  const times = chain.map((line) => line.timestamp);
  expect([...new Set(times)].sort()).toEqual(times);

  const resumed = resume(openSession(session.file));
  expect(resumed.resumed).toBe(true);
  expect(resumed.reasons).toEqual([]);
  expect(resumed.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'assistant']);
});

test('a continued session follows the given line', () => {
  const projects = join(tempTree(), 'projects');
  const shared = settings();
  const first = createSession({ projects, ...shared });
  const { uuid = '', timestamp = '' } = first.addUser('one');
  first.close();
  const second = continueSession(first.file, {
    ...shared,
    sessionId: first.sessionId,
    after: { uuid, time: Date.parse(timestamp) },
  });
  const next = second.addAssistant(reply('msg_1', 'two'));
  second.close();
  expect(next.parentUuid).toBe(uuid);
  expect(Date.parse(next.timestamp ?? '')).toBeGreaterThan(Date.parse(timestamp));
  expect(resume(openSession(first.file)).messages).toHaveLength(2);
});

test('a compaction starts over, and what follows is attached to it', () => {
  const session = createSession({ projects: join(tempTree(), 'projects'), ...settings() });
  session.addUser('long ago');
  const before = session.leafUuid ?? '';
  const boundary = session.add<SystemEntry>({
    type: 'system',
    subtype: 'compact_boundary',
    parentUuid: null,
    logicalParentUuid: before,
    compactMetadata: { trigger: 'manual', preTokens: 1 },
  });
  const summary = session.addUser('so far', { isCompactSummary: true });
  session.close();
  expect(boundary.parentUuid).toBeNull();
  expect(summary.parentUuid).toBe(boundary.uuid);
});

test('an id can be used once, and must be a UUID', () => {
  const projects = join(tempTree(), 'projects');
  const { sessionId, ...first } = createSession({ projects, ...settings() });
  expect(() => createSession({ projects, ...settings(), sessionId })).toThrow('EEXIST');
  expect(() => createSession({ projects, ...settings(), sessionId: '../x' })).toThrow('not a UUID');
  expect(existsSync(first.file)).toBe(true);
});
