import { mkdirSync, mkdtempSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFolders } from '@unspool/session';
import { sessionsAndRemains } from '@unspool/session/locate';
import { beforeAll, describe, expect, it } from 'vitest';
import { sessionPaths } from '../../src/indexing/sweep.js';
import { exactMatcher } from '../../src/search/matcher.js';
import { searchFiles, searchIn } from '../../src/search/search-files.js';
import { filesByPlace, filesOfSessions } from '../../src/search/searched-file.js';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const line = (sessionId: string, text: string, isSidechain = false) =>
  `${JSON.stringify({ type: 'user', uuid: A, parentUuid: null, sessionId, isSidechain, cwd: '/p', timestamp: '2026-01-01T00:00:00.000Z', message: { role: 'user', content: text } })}\n`;

describe('files by path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-places-'));
  let configs: ReturnType<typeof configFolders> = [];
  const project = join(folder, 'projects', '-p');

  beforeAll(() => {
    mkdirSync(join(project, A, 'subagents', 'wf_1'), { recursive: true });
    configs = configFolders({ CLAUDE_CONFIG_DIR: folder }, '/');
    const write = (file: string, text: string, time: number) => {
      writeFileSync(file, text);
      utimesSync(file, time, time);
    };
    write(join(project, `${A}.jsonl`), line(A, 'needle one'), 1000);
    write(join(project, `${B}.jsonl`), line(B, 'needle two'), 3000);
    write(join(project, A, 'subagents', 'agent-n1.jsonl'), line(A, 'needle three', true), 2000);
    write(join(project, A, 'subagents', 'wf_1', 'agent-w1.jsonl'), line(A, 'needle four', true), 1500);
    write(join(project, 'agent-old.jsonl'), line(B, 'needle five', true), 2500);
  });

  it('are those of the sessions, except for owners that only lines name', () => {
    const sessions = configs.flatMap(sessionsAndRemains);
    const known = filesOfSessions(sessions, {});
    const byPlace = filesByPlace(sessionPaths(configs), {});
    expect(byPlace.map(({ file, agentId }) => [file, agentId])).toEqual(
      known.map(({ file, agentId }) => [file, agentId]),
    );
    const unnamed = byPlace.filter((each) => each.sessionId === '');
    expect(unnamed.map((each) => each.agentId)).toEqual(['old']);
    const named = byPlace.filter((each) => each.sessionId !== '');
    expect(named).toEqual(
      known
        .filter((each) => each.agentId !== 'old')
        .map((each) => expect.objectContaining({ sessionId: each.sessionId, size: each.size })),
    );
  });

  it('follow the filters', () => {
    expect(filesByPlace(sessionPaths(configs), { agents: 'only' }).map((each) => each.agentId)).toEqual([
      'old',
      'n1',
      'w1',
    ]);
    expect(filesByPlace(sessionPaths(configs), { agents: 'without' }).map((each) => each.sessionId)).toEqual([B, A]);
    expect(filesByPlace(sessionPaths(configs), { since: 2_400_000 })).toHaveLength(2);
  });

  it('give the same hits', () => {
    const sessions = configs.flatMap(sessionsAndRemains);
    const options = { filters: {}, limit: 10 };
    const matcher = exactMatcher('needle');
    const places = ({ hits }: { hits: { file: string; byte: number; turn: number; agentId: string | undefined }[] }) =>
      hits.map(({ file, byte, turn, agentId }) => ({ file, byte, turn, agentId }));
    const found = searchFiles(sessions, matcher, options);
    expect(found.count).toBe(5);
    expect(places(searchIn(filesByPlace(sessionPaths(configs), {}), matcher, options))).toEqual(places(found));
  });

  it.skipIf(process.platform === 'win32')('list a linked file once', () => {
    symlinkSync(project, join(folder, 'projects', '-q'));
    expect(filesByPlace(sessionPaths(configs), {})).toHaveLength(5);
  });
});
