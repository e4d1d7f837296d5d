import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixture, homeOf, sessionsAt } from './support/places.js';
import { storiesOf } from './support/story.js';

const COPILOT = '11111111-2222-4333-8444-555555555555';
const CODEX = 'sessions/2026/11/18/rollout-2026-11-18T10-24-56-d86d110b-01ee-4869-9c3e-a8b6a429bb66.jsonl';

/** Reading a named pipe would never end. */
describe.skipIf(process.platform === 'win32')(
  'a named pipe in the place of a file beside a session is not opened',
  () => {
    it.each([
      ['codex', '.codex/sessions', 'codex/sessions', '.codex/session_index.jsonl'],
      ['gemini', '.gemini/tmp/gema/chats', 'gemini/chats', '.gemini/tmp/gema/.project_root'],
      ['gemini', '.gemini/tmp/gema/chats', 'gemini/chats', '.gemini/projects.json'],
      ['copilot', '.copilot/session-state', 'copilot', `.copilot/session-state/${COPILOT}/workspace.yaml`],
    ])('%s: %s, %s, %s', (agent, folder, from, pipe) => {
      const home = homeOf({ [folder]: from });
      const before = sessionsAt(home, agent).length;
      rmSync(join(home, 'data'), { recursive: true });
      if (existsSync(join(home, pipe))) rmSync(join(home, pipe));
      mkdirSync(dirname(join(home, pipe)), { recursive: true });
      execFileSync('mkfifo', [join(home, pipe)]);
      const { length } = sessionsAt(home, agent);
      expect(length).toBeGreaterThan(0);
      expect(length).toBe(before);
    });
  },
);

it('arguments that are nested too deep are kept as text, and the rest of the session is read', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'unspool-deep-')), 'rollout.jsonl');
  const text = readFileSync(fixture(`codex/${CODEX}`), 'utf8');
  const nested = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const payload = { type: 'function_call', name: 'deep', call_id: 'deep', arguments: nested };
  const call = { timestamp: '2026-11-18T10:29:00.000Z', type: 'response_item', payload };
  writeFileSync(file, `${text}${JSON.stringify(call)}\n`);
  const [before] = storiesOf(fixture(`codex/${CODEX}`));
  const [story] = storiesOf(file);
  expect(story?.damaged).toBe(0);
  expect(story?.lines).toEqual([...(before?.lines ?? []), expect.stringContaining('call: deep {"input":"{\\"a\\":[[')]);
});
