import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { familyOf } from '../../src/locate/family.js';
import { listSessions, sessionsAndRemains } from '../../src/locate/list-sessions.js';
import { corpusPath, hasCorpus } from '../support/corpus.js';
import { A, B, task, tempTree } from './temp-tree.js';

test('finds everything that belongs to a session, and nothing of its neighbours', () => {
  const root = tempTree({
    [`projects/-p/${A}.jsonl`]: { type: 'assistant', slug: 'calm-green-otter' },
    [`projects/-p/${B}.jsonl`]: { type: 'user', slug: 'another-plan' },
    'projects/-p/agent-11111111.jsonl': task(A, 'Warmup'),
    'projects/-p/agent-22222222.jsonl': task(A, 'Look around'),
    'projects/-p/agent-33333333.jsonl': task(B, 'Not mine'),
    'projects/-p/memory/MEMORY.md': '',
    [`projects/-p/${A}/subagents/agent-a4.jsonl`]: task(A, 'Nested'),
    [`projects/-p/${A}/subagents/agent-a4.meta.json`]: { toolUseId: 'toolu_1', agentType: 'Explore' },
    [`projects/-p/${A}/tool-results/b1.txt`]: 'twelve bytes',
    [`projects/-p/${A}/custom-title.json`]: { customTitle: 't' },
    [`projects/-p/${A}/memory/notes.md`]: '',
    [`projects/-p/${A}/new-thing/x`]: '',
    [`file-history/${A}/abc@v1`]: '',
    [`file-history/${B}/abc@v1`]: '',
    [`session-env/${A}/x`]: '',
    [`todos/${A}-agent-${A}.json`]: '[]',
    [`todos/${B}.json`]: '[]',
    'plans/calm-green-otter.md': '',
    'plans/calm-green-otter-agent-a4.md': '',
    'plans/another-plan.md': '',
  });
  const at = (path: string) => join(root, path);
  const family = familyOf(at(`projects/-p/${A}.jsonl`));
  expect(family).toMatchObject({
    sessionId: A,
    main: at(`projects/-p/${A}.jsonl`),
    toolResults: [{ file: at(`projects/-p/${A}/tool-results/b1.txt`), size: 12 }],
    customTitleFile: at(`projects/-p/${A}/custom-title.json`),
    memory: at(`projects/-p/${A}/memory`),
    projectMemory: at('projects/-p/memory'),
    fileHistory: at(`file-history/${A}`),
    sessionEnv: at(`session-env/${A}`),
    todos: [at(`todos/${A}-agent-${A}.json`)],
    plans: [at('plans/calm-green-otter-agent-a4.md'), at('plans/calm-green-otter.md')],
    others: [at(`projects/-p/${A}/new-thing`)],
    problems: [],
  });
  expect(family.agents.map(({ id, layout, isWarmup, prompt }) => [id, layout, isWarmup, prompt])).toEqual([
    ['a4', 'nested', false, 'Nested'],
    ['11111111', 'beside', true, 'Warmup'],
    ['22222222', 'beside', false, 'Look around'],
  ]);
  expect(family.agents[0]?.meta).toEqual({ toolUseId: 'toolu_1', agentType: 'Explore' });
});

test('a session from a list has the same family as one by its path', () => {
  const root = tempTree({ [`projects/-p/${A}.jsonl`]: 'x\n', 'projects/-p/agent-1.jsonl': task(A, 'x') });
  const [session] = listSessions({ folder: root, projects: join(root, 'projects') }).sessions;
  expect(session && familyOf(session)).toEqual(familyOf(join(root, `projects/-p/${A}.jsonl`)));
});

test('a lone file elsewhere has no side files', () => {
  const root = tempTree({ 'x.jsonl': 'x\n', 'todos/x.json': '' });
  expect(familyOf(join(root, 'x.jsonl'))).toMatchObject({ agents: [], todos: [], plans: [], fileHistory: undefined });
});

test('a damaged meta file is reported and its agent kept', () => {
  const root = tempTree({
    [`projects/-p/${A}/subagents/agent-a1.jsonl`]: task(A, 'x'),
    [`projects/-p/${A}/subagents/agent-a1.meta.json`]: '{"toolUs',
  });
  const family = familyOf(join(root, `projects/-p/${A}.jsonl`));
  expect(family.main).toBeUndefined();
  expect(family.agents[0]).not.toHaveProperty('meta');
  expect(family.problems).toMatchObject([{ kind: 'unreadable' }]);
});

describe.skipIf(!hasCorpus)('the folders of seven clients', () => {
  const sessions = corpusPath('real-client/sessions');
  const folders = hasCorpus
    ? readdirSync(sessions).flatMap((version) =>
        readdirSync(join(sessions, version)).map((name) => join(version, name)),
      )
    : [];

  test.each(folders)('%s: every file is in exactly one family', (tree) => {
    const folder = join(sessions, tree);
    const { sessions: found, remains, problems } = listSessions({ folder, projects: folder });
    expect(problems).toEqual([]);
    const files = [...found, ...remains].flatMap((session) => {
      const family = familyOf(session);
      expect(family.problems).toEqual([]);
      expect(family.others).toEqual([]);
      for (const agent of family.agents) expect(sessionIdsIn(agent.file)).toContain(session.sessionId);
      for (const agent of family.agents) expect(agent.metaFile === undefined).toBe(agent.meta === undefined);
      const side = [family.customTitleFile, ...family.agents.map((agent) => agent.metaFile)];
      return [
        session.file,
        ...family.agents.map((agent) => agent.file),
        ...family.toolResults.map((r) => r.file),
        ...side,
      ];
    });
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile() && basename(file) !== 'sessions-index.json');
    expect(files.filter((file) => file !== undefined).sort()).toEqual(all.sort());
  });

  test('an agent is given to an empty session only if no other one is named', () => {
    for (const tree of folders) {
      const folder = join(sessions, tree);
      for (const session of sessionsAndRemains({ folder, projects: folder })) {
        if (session.size > 0) continue;
        for (const agent of session.agentFiles) {
          const others = sessionIdsIn(agent.file).filter((id) => id !== session.sessionId);
          const sizes = others.map((id) => statSync(join(dirname(session.file), `${id}.jsonl`)).size);
          expect(sizes.filter((size) => size > 0)).toEqual([]);
        }
      }
    }
  });

  test('distinguishes 2.0.76 warm-ups from requested agents', () => {
    const folder = join(sessions, '2.0.76/agent2');
    const agents = sessionsAndRemains({ folder, projects: folder }).flatMap((session) => familyOf(session).agents);
    expect(agents.map((agent) => agent.isWarmup).sort()).toEqual([false, false, true]);
  });
});

function sessionIdsIn(file: string): unknown[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return [...new Set(lines.map((line) => (JSON.parse(line) as { sessionId: unknown }).sessionId))];
}
