import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SessionFile } from '../../src/locate/list-project.js';
import { listSessions } from '../../src/locate/list-sessions.js';
import { A, B, task, tempTree } from './temp-tree.js';

const list = (folder: string) => listSessions({ folder, projects: join(folder, 'projects') });

test('finds sessions and their sub-agents in every layout', () => {
  const root = tempTree({
    [`projects/-p/${A}.jsonl`]: 'x\n',
    'projects/-p/notes.jsonl': 'xy\n',
    'projects/-p/sessions-index.json': '{}',
    'projects/-p/memory/MEMORY.md': '',
    'projects/-p/agent-1234abcd.jsonl': task(A, 'old'),
    'projects/-p/subagents/agent-5.jsonl': task(A, 'seed 004'),
    [`projects/-p/${A}/subagents/agent-a6.jsonl`]: task(A, 'new'),
    [`projects/-p/${A}/subagents/agent-a6.meta.json`]: { toolUseId: 't' },
    [`projects/-p/${A}/subagents/agent-acompact-1.jsonl`]: '',
    [`projects/-p/${A}/subagents/agent-aprompt_suggestion-1.jsonl`]: '',
    [`projects/-p/${A}/subagents/workflows/wf_9/agent-a7.jsonl`]: '',
    [`projects/-p/${A}/subagents/workflows/wf_9/journal.jsonl`]: '',
    [`projects/-q/${B}/tool-results/x.txt`]: '',
  });
  const { sessions, remains, problems } = list(root);
  expect(problems).toEqual([]);
  const result = ({ sessionId, slug, size, hasMain, hasUuidName }: SessionFile) => {
    return [sessionId, slug, size, hasMain, hasUuidName];
  };
  expect(sessions.map(result)).toEqual([
    [A, '-p', 2, true, true],
    ['notes', '-p', 3, true, false],
  ]);
  expect(remains.map(result)).toEqual([[B, '-q', 0, false, true]]);
  expect(sessions[0]?.file).toBe(join(root, 'projects/-p', `${A}.jsonl`));
  const agents = sessions[0]?.agentFiles ?? [];
  expect(agents.map((agent) => [agent.id, agent.layout, agent.isInternal]).sort()).toEqual([
    ['1234abcd', 'beside', false],
    ['5', 'project', false],
    ['a6', 'nested', false],
    ['a7', 'workflow', false],
    ['acompact-1', 'nested', true],
    ['aprompt_suggestion-1', 'nested', true],
  ]);
  expect(agents.find((agent) => agent.id === 'a6')?.metaFile).toMatch(/agent-a6\.meta\.json$/);
  expect(agents.find((agent) => agent.id === 'a7')?.workflow).toBe('wf_9');
});

test('lists a sub-agent without its session as a remain', () => {
  const root = tempTree({ 'projects/-p/agent-1.jsonl': task(B, 'x') });
  const { sessions, remains } = list(root);
  const [session] = remains;
  expect(sessions).toEqual([]);
  expect(session).toMatchObject({ sessionId: B, hasMain: false, size: 0, agentFiles: [{ id: '1' }] });
  expect(session?.mtimeMs).toBeGreaterThan(0);
});

test('prefers the session with content of two that a sub-agent names', () => {
  const root = tempTree({
    [`projects/-p/${A}.jsonl`]: '',
    [`projects/-p/${B}.jsonl`]: 'x\n',
    'projects/-p/agent-1.jsonl': `${JSON.stringify(task(A, 'Warmup'))}\n${JSON.stringify(task(B, ''))}\n`,
  });
  expect(list(root).sessions.map((session) => session.agentFiles.length)).toEqual([0, 1]);
});

test('reports a sub-agent that names no session, or one outside the folder', () => {
  const root = tempTree({ 'projects/-p/agent-1.jsonl': 'torn', 'projects/-p/agent-2.jsonl': task('../../x', 'y') });
  const { sessions, remains, problems } = list(root);
  expect([...sessions, ...remains]).toEqual([]);
  expect(problems.map((problem) => problem.kind)).toEqual(['no_session', 'no_session']);
});

test('follows links once and ends loops', () => {
  const root = tempTree({
    [`projects/-p/${A}.jsonl`]: 'x\n',
    [`projects/-p/${A}/subagents/agent-1.jsonl`]: '',
    [`outside/-r/${B}.jsonl`]: 'y\n',
    'outside/single.jsonl': 'z\n',
  });
  const at = (path: string) => join(root, path);
  symlinkSync(at('projects/-p'), at('projects/-a-second-name'));
  symlinkSync(at('outside/-r'), at('projects/-r'));
  symlinkSync(at('projects'), at('projects/-p/loop'));
  symlinkSync(at(`projects/-p/${A}/subagents`), at(`projects/-p/${A}/subagents/again`));
  symlinkSync(at('projects/circle'), at('projects/circle'));
  symlinkSync(at('outside/single.jsonl'), at('projects/-p/linked.jsonl'));
  mkdirSync(at('projects/-a'));
  symlinkSync(at(`projects/-p/${A}.jsonl`), at(`projects/-a/${A}.jsonl`));
  const { sessions, problems } = list(root);
  expect(sessions.map((session) => session.file.slice(root.length)).sort()).toEqual([
    `/projects/-p/${A}.jsonl`,
    '/projects/-p/linked.jsonl',
    `/projects/-r/${B}.jsonl`,
  ]);
  expect(sessions.find((session) => session.sessionId === A)?.agentFiles).toHaveLength(1);
  expect(problems.map((problem) => [problem.kind, problem.path.slice(root.length)]).sort()).toEqual([
    ['broken_link', '/projects/circle'],
    ['seen_before', '/projects/-a-second-name'],
    ['seen_before', `/projects/-a/${A}.jsonl`],
    ['seen_before', `/projects/-p/${A}/subagents/again`],
  ]);
});

test.skipIf(process.getuid?.() === 0)('reports a folder that may not be read', () => {
  const root = tempTree({ [`projects/-p/${A}.jsonl`]: 'x\n', 'projects/-q/s.jsonl': 'x\n' });
  chmodSync(join(root, 'projects/-q'), 0);
  const { sessions, problems } = list(root);
  chmodSync(join(root, 'projects/-q'), 0o700);
  expect(sessions).toHaveLength(1);
  expect(problems).toMatchObject([{ kind: 'unreadable', path: join(root, 'projects/-q') }]);
});

test('finds nothing in a missing config folder', () => {
  expect(list('/nowhere/at/all')).toEqual({ sessions: [], remains: [], problems: [] });
});

test('reports a path that no system call accepts, without a throw', () => {
  expect(list(`/${'x'.repeat(5000)}`).problems).toMatchObject([{ kind: 'unreadable' }]);
});

test.skipIf(process.platform === 'win32')('reports and leaves out files that would block', () => {
  const root = tempTree({ [`projects/-p/${A}.jsonl`]: 'x\n', [`projects/-p/${A}/subagents/agent-a1.jsonl`]: 'x\n' });
  const pipe = join(root, `projects/-p/${B}.jsonl`);
  expect(spawnSync('mkfifo', [pipe, join(root, `projects/-p/${A}/subagents/agent-a2.jsonl`)]).status).toBe(0);
  const device = join(root, 'projects/-p/zero.jsonl');
  symlinkSync('/dev/zero', device);
  const { sessions, problems } = list(root);
  expect(sessions.map(({ sessionId, agentFiles }) => [sessionId, agentFiles.map(({ id }) => id)])).toEqual([
    [A, ['a1']],
  ]);
  expect(problems.map(({ kind, path }) => [kind, path])).toEqual([
    ['unreadable', pipe],
    ['unreadable', device],
  ]);
});
