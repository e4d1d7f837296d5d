import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSessions } from '@unspool/session';
import { expect, it } from 'vitest';
import { AGENT_NAMES, type Extent, foreignFolders } from '../../src/index.js';
import { homeOf } from '../support/places.js';

const MISPLACED = '.codex/sessions/2026/11/18/rollout-2026-11-18T10-24-52-11111111-0000-4000-8000-000000000001.jsonl';
const QWEN = '4e7e8e9b-ef74-4abf-89f6-2b5f02f34553';

function sessionsIn(home: string, extent: Extent): string[] {
  const place = { env: {}, home, platform: 'linux' as const };
  const { folders, problems } = foreignFolders({ root: join(home, 'data'), place, agents: AGENT_NAMES, extent });
  expect(problems).toEqual([]);
  return folders.flatMap((folder) => listSessions(folder).sessions.map((each) => `${each.client} ${each.sessionId}`));
}

it.each(['everything', 'usage'] as const)('a session in the folder of another agent keeps its own (%s)', (extent) => {
  const home = homeOf({ [MISPLACED]: `qwen/chats/${QWEN}.jsonl`, '.gemini/tmp/p/chats': 'gemini/chats' });
  const all = ['gemini 734c1df9-34a9-461f-9287-74b294220c20', `qwen ${QWEN}`];
  for (let time = 0; time < 2; time++) expect(sessionsIn(home, extent)).toEqual(all);
  rmSync(join(home, MISPLACED));
  expect(sessionsIn(home, extent)).toEqual(all.slice(0, 1));
});

it('an empty file is no problem', () => {
  const home = homeOf({}, { '.codex/sessions/rollout-a.jsonl': '', '.local/share/opencode/opencode.db': '' });
  writeFileSync(join(home, '.codex/sessions/rollout-b.jsonl.zst'), '');
  expect(sessionsIn(home, 'everything')).toEqual([]);
});
