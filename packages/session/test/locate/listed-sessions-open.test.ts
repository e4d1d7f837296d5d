import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { listSessions, type SessionList } from '../../src/locate/list-sessions.js';
import { openSession } from '../../src/model/open-session.js';
import { turnsOf } from '../../src/model/turns.js';
import { A, B, task, tempTree } from './temp-tree.js';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const C = 'cccccccc-0000-4000-8000-000000000003';

function list(root: string): SessionList {
  return listSessions({ folder: root, projects: join(root, 'projects') });
}

function openAll({ sessions }: SessionList): void {
  for (const { file } of sessions) expect(() => turnsOf(openSession(file)), file).not.toThrow();
}

test('every listed fixture opens', () => {
  const root = tempTree({ 'projects/-p/empty.jsonl': '' });
  const names = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  names.forEach((name, at) => {
    symlinkSync(join(FIXTURES, name), join(root, `projects/-p/${at}-${basename(name)}`));
  });
  const listed = list(root);
  expect(listed.sessions.length).toBeGreaterThan(20);
  openAll(listed);
});

test.skipIf(process.platform === 'win32')('every listed session opens in a hostile folder', () => {
  const root = tempTree({
    [`projects/-p/${A}.jsonl`]: 'x\n',
    'projects/-p/empty.jsonl': '',
    'projects/-p/agent-1.jsonl': task(B, 'its session is gone'),
    [`projects/-q/${C}/subagents/agent-2.jsonl`]: task(C, 'its session is gone'),
    'projects/-q/folder.jsonl/inner.jsonl': 'x\n',
  });
  const at = (path: string) => join(root, 'projects', path);
  mkdirSync(at(`-q/${B}.jsonl`));
  expect(spawnSync('mkfifo', [at('-p/pipe.jsonl')]).status).toBe(0);
  symlinkSync('nowhere', at('-p/broken.jsonl'));
  symlinkSync('circle.jsonl', at('-p/circle.jsonl'));
  symlinkSync('/dev/zero', at('-p/device.jsonl'));
  symlinkSync(at('-q'), at('-p/linked-folder.jsonl'));
  const listed = list(root);
  expect(listed.sessions.map(({ sessionId }) => sessionId)).toEqual([A, 'empty']);
  expect(listed.remains.map(({ sessionId, hasMain }) => [sessionId, hasMain])).toEqual([
    [B, false],
    [C, false],
  ]);
  openAll(listed);
});

test('a main file deleted during listing is not among the sessions', () => {
  const root = tempTree({ [`projects/-p/${A}.jsonl`]: 'x\n', [`projects/-p/${B}.jsonl`]: 'x\n' });
  const gone = join(root, `projects/-p/${A}.jsonl`);
  const { sessions, remains, problems } = listSessions({ folder: root, projects: join(root, 'projects') }, () =>
    rmSync(gone),
  );
  expect([sessions, remains].map((part) => part.map(({ sessionId }) => sessionId))).toEqual([[B], [A]]);
  expect(problems).toMatchObject([{ kind: 'unreadable', path: gone, message: expect.stringContaining('ENOENT') }]);
});

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a main file that may not be read is a problem, and its sub-agents are not lost',
  () => {
    const root = tempTree({ [`projects/-p/${A}.jsonl`]: 'x\n', [`projects/-p/${A}/subagents/agent-a1.jsonl`]: 'x\n' });
    const locked = join(root, `projects/-p/${A}.jsonl`);
    chmodSync(locked, 0);
    const { sessions, remains, problems } = list(root);
    chmodSync(locked, 0o600);
    expect(sessions).toEqual([]);
    expect(remains).toMatchObject([{ sessionId: A, hasMain: true, agentFiles: [{ id: 'a1' }] }]);
    expect(problems).toMatchObject([{ kind: 'unreadable', path: locked, message: expect.stringContaining('EACCES') }]);
  },
);
