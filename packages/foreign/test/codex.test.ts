import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { fixture, homeOf, sessionsAt } from './support/places.js';
import { storiesOf } from './support/story.js';

const DAY = 'codex/sessions/2026/11/18';
const LATEST = '01a1ee2b-43a8-71e1-ac3d-ff7bc8187a3b';
const FORK = '01a1ee2e-cc1c-7c22-a1e9-6653a31b70f3';
const LEGACY = '01a1ee30-82c3-7171-bd4c-efa3169f2d15';
const LEGACY_FORK = '01a1ee33-ce61-79b1-8731-106790c99402';

const rollout = (name: string) => fixture(`${DAY}/rollout-2026-11-18T${name}.jsonl`);
const storyOfRollout = (name: string) => storiesOf(rollout(name))[0];

const META = { id: 't1', timestamp: '2026-05-01T10:00:00.000Z', cwd: '/home/dev', cli_version: '0.118.0' };

/** A rollout with these lines after its head. */
function written(...lines: [type: string, payload: JsonObject][]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'unspool-codex-')), 'rollout.jsonl');
  const all: typeof lines = [['session_meta', META], ...lines];
  const text = all.map(([type, payload], at) =>
    JSON.stringify({ timestamp: new Date(Date.parse(META.timestamp) + at * 1000).toISOString(), type, payload }),
  );
  writeFileSync(file, `${text.join('\n')}\n`);
  return file;
}

const user = (text: string): [string, JsonObject] => [
  'response_item',
  { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
];
const output = (text: string): [string, JsonObject] => [
  'response_item',
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
];
const event = (type: string, more: JsonObject = {}): [string, JsonObject] => ['event_msg', { type, ...more }];
const tokens = (input: number, output: number, cached = 0) => ({
  input_tokens: input,
  cached_input_tokens: cached,
  output_tokens: output,
  reasoning_output_tokens: 1,
  total_tokens: input + output,
});
const counted = (total: JsonObject, last: JsonObject) =>
  event('token_count', { info: { total_token_usage: total, last_token_usage: last } });

describe('Codex, every version of the format', () => {
  it('0.20: bare items', () => {
    const story = storyOfRollout('10-24-52-d2d487a0-a80d-4ca5-8e9f-16eef9094ba7');
    expect(story).toMatchObject({ agent: 'codex', turns: 1, damaged: 0, unknown: [], title: 'TOOL please' });
    expect(story?.lines).toEqual([
      'user: TOOL please',
      'thinking',
      'model: Running it.',
      'call: shell {"command":["bash","-lc","echo hello-from-tool > made.txt; c…',
      'result: hello-from-tool⏎',
      'model: The tool answered; all done.',
    ]);
  });

  it('0.36: items and events, with tokens before their reply', () => {
    const story = storyOfRollout('10-24-56-d86d110b-01ee-4869-9c3e-a8b6a429bb66');
    expect(story).toMatchObject({ turns: 1, damaged: 0, unknown: [] });
    expect(story?.lines).toEqual([
      'injected: <environment_context>⏎  <cwd>/home/dev/fm/work/codex-0.36.0<…',
      'user: TOOL please',
      'thinking',
      'model: Running it.',
      'call: shell {"command":["bash","-lc","echo hello-from-tool > made.txt; c…',
      'result: hello-from-tool⏎',
      'model: The tool answered; all done.',
    ]);
    expect(story?.tokens).toEqual([14775 - 200, 40, 200, 0]);
    expect(story?.replyIds).toHaveLength(2);
  });

  it('0.77: each total twice, restarting when the session is resumed', () => {
    const story = storyOfRollout('10-25-01-01a1ee30-3d24-73d0-91a8-7589da601738');
    expect(story).toMatchObject({ turns: 2, damaged: 0, unknown: [] });
    expect(story?.tokens).toEqual([17780 + 9010 - 300, 60, 300, 0]);
  });

  it('0.140: tokens after the results of the calls', () => {
    const story = storyOfRollout(`10-25-19-${LEGACY}`);
    expect(story).toMatchObject({ turns: 2, damaged: 0, unknown: [] });
    expect(story?.tokens).toEqual([36721 - 300, 60, 300, 0]);
    expect(story?.replyIds).toHaveLength(3);
  });

  it('0.155, compressed with zstd', () => {
    const file = fixture(
      'codex/archived_sessions/rollout-2026-11-18T10-25-31-01a1ee30-b193-78d2-9dad-4bdd9abeab8a.jsonl.zst',
    );
    const [story] = storiesOf(file);
    expect(story).toMatchObject({ turns: 2, damaged: 0, unknown: [], tokens: [30169 - 300, 60, 300, 0] });
    const cut = join(mkdtempSync(join(tmpdir(), 'unspool-codex-')), 'rollout.jsonl.zst');
    for (const part of [0.3, 0.9]) {
      const bytes = readFileSync(file);
      writeFileSync(cut, bytes.subarray(0, Math.round(bytes.length * part)));
      try {
        expect(storiesOf(cut)[0]?.damaged).toBeGreaterThan(0);
      } catch (error) {
        expect(String(error)).toContain('no adapter reads');
      }
    }
  });

  it('0.169: numbered lines, token records, compactions, a sub-agent', () => {
    const story = storyOfRollout(`10-19-35-${LATEST}`);
    expect(story).toMatchObject({ turns: 6, damaged: 0, unknown: [], tokens: [115815 - 1200, 240, 1200, 0] });
    expect(story?.lines.slice(0, 7)).toEqual([
      'injected: <environment_context>⏎  <cwd>/home/dev/fm/work/codexA</cwd>⏎…',
      'user: TOOL please',
      'thinking',
      'model: Running it.',
      'call: exec_command {"cmd":"echo hello-from-tool > made.txt; cat made.txt"}',
      'result: Chunk ID: 2a3e4f⏎Wall time: 0.0000 seconds⏎Process exited wi…',
      'model: The tool answered; all done.',
    ]);
    expect(story?.lines.filter((line) => line === 'system: compact_boundary')).toHaveLength(2);
    expect(story?.lines).toContain('failed: unsupported call: spawn_agent');
  });

  it('the first version: a JSON object', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'unspool-codex-')), 'rollout-2025-05-01-abc.json');
    const items = [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Rename it' }] },
      { type: 'function_call', call_id: 'c', name: 'shell', arguments: '{"command":["mv","a","b"]}' },
      { type: 'function_call_output', call_id: 'c', output: '{"output":"","metadata":{"exit_code":1}}' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'There is no a.' }] },
    ];
    writeFileSync(file, JSON.stringify({ session: { id: 'abc', timestamp: META.timestamp, instructions: '' }, items }));
    expect(storiesOf(file)[0]?.lines).toEqual([
      'user: Rename it',
      'call: shell {"command":["mv","a","b"]}',
      'failed: ',
      'model: There is no a.',
    ]);
  });
});

describe('tokens of Codex', () => {
  it('are counted whenever the total has changed, even if it falls', () => {
    const [story] = storiesOf(
      written(
        user('Go'),
        event('token_count', { info: null }),
        output('One'),
        counted(tokens(100, 10, 40), tokens(100, 10, 40)),
        counted(tokens(100, 10, 40), tokens(100, 10, 40)),
        output('Two'),
        counted(tokens(250, 15, 90), tokens(150, 5, 50)),
        output('Three'),
        counted(tokens(70, 7, 0), tokens(70, 7, 0)),
      ),
    );
    expect(story?.tokens).toEqual([60 + 100 + 70, 22, 90, 0]);
    expect(story?.replyIds).toHaveLength(3);
  });

  it('come from the records if there are any, each response once', () => {
    const record = (id: string, usage: JsonObject): [string, JsonObject] => [
      'token_usage_record',
      { response_id: id, usage },
    ];
    const [story] = storiesOf(
      written(
        user('Go'),
        output('One'),
        record('r1', { ...tokens(100, 10, 40), cache_write_input_tokens: 20 }),
        counted(tokens(100, 10, 40), tokens(100, 10, 40)),
        record('r1', tokens(100, 10, 40)),
        output('Two'),
        record('r2', tokens(10, 1)),
        counted(tokens(900, 90), tokens(500, 50)),
      ),
    );
    expect(story?.tokens).toEqual([40 + 10, 11, 40, 20]);
  });
});

describe('copied history of Codex', () => {
  it('counts once for a fork that repeats the lines', () => {
    const home = homeOf({ '.codex': 'codex' });
    const sessions = sessionsAt(home, 'codex');
    const [original, fork] = [LEGACY, LEGACY_FORK].map((id) => sessions.find((session) => session.id === id));
    expect(fork?.lines.slice(0, -3)).toEqual(original?.lines);
    expect(fork?.lines.slice(-3)).toEqual(['user: PLAIN in the fork', 'thinking', 'model: Plain answer number 0.']);
    expect(original?.replyIds.every((id) => fork?.replyIds.includes(id))).toBe(true);
    expect(fork?.replyIds).toHaveLength(4);
  });

  it("is read from the original's file for a fork that only refers to it", () => {
    const home = homeOf({ '.codex': 'codex' });
    const sessions = sessionsAt(home, 'codex');
    const [original, fork] = [LATEST, FORK].map((id) => sessions.find((session) => session.id === id));
    expect(fork?.turns).toBe(6);
    expect(fork?.lines.slice(-3)).toEqual(['user: PLAIN in the fork', 'thinking', 'model: Plain answer number 0.']);
    const own = fork?.replyIds.filter((id) => !original?.replyIds.includes(id));
    expect(own).toHaveLength(1);
    const alone = storiesOf(fixture(`${DAY}/rollout-2026-11-18T10-23-26-${FORK}.jsonl`))[0];
    expect(alone?.lines).toEqual(fork?.lines);
  });

  it('in a sub-agent counts only in its parent', () => {
    const parentTurn = '01a1ee2b-43bc-7762-a973-667097591d13';
    const ownTurn = '01a1ee2e-ca49-7ef1-b708-e020ffedc6df';
    const id = '01a1ee2e-ca3e-7563-85ce-8ef8e5e58e28';
    const meta = {
      id,
      timestamp: '2026-11-18T10:23:26.280Z',
      cwd: '/home/dev',
      source: { subagent: { thread_spawn: { parent_thread_id: LATEST, depth: 1, agent_role: 'explorer' } } },
    };
    const file = join(mkdtempSync(join(tmpdir(), 'unspool-codex-')), 'rollout.jsonl');
    const lines: [string, JsonObject][] = [
      ['session_meta', meta],
      event('task_started', { turn_id: parentTurn }),
      user('What the person asked'),
      output('What the parent said'),
      counted(tokens(5000, 500), tokens(5000, 500)),
      event('task_started', { turn_id: ownTurn }),
      user('The task'),
      output('Done'),
      counted(tokens(5100, 510), tokens(100, 10)),
    ];
    writeFileSync(
      file,
      lines.map(([type, payload]) => `${JSON.stringify({ timestamp: meta.timestamp, type, payload })}\n`).join(''),
    );
    const [story] = storiesOf(file);
    expect(story?.lines).toEqual(['user: The task', 'model: Done']);
    expect(story?.tokens).toEqual([100, 10, 0, 0]);
  });
});

describe('the reader of Codex sessions', () => {
  it('records file changes with the result, from events, items or the patch itself', () => {
    const patch =
      '*** Begin Patch\n*** Add File: new.txt\n+one\n+two\n*** Update File: old.txt\n@@ fn\n-a\n+b\n*** End Patch\n';
    const changes = { '/home/dev/new.txt': { type: 'add', content: 'one\ntwo\n' } };
    const call = (id: string): [string, JsonObject] => [
      'response_item',
      { type: 'custom_tool_call', call_id: id, name: 'apply_patch', input: patch },
    ];
    const output = (id: string, text: string): [string, JsonObject] => [
      'response_item',
      { type: 'custom_tool_call_output', call_id: id, output: text },
    ];
    const [story] = storiesOf(
      written(
        user('Write'),
        call('a'),
        event('patch_apply_end', { call_id: 'a', success: true, changes }),
        output('a', 'Exit code: 0\nDone'),
        call('b'),
        output('b', 'Exit code: 0\nDone'),
        call('c'),
        output('c', 'apply_patch verification failed: no such line'),
      ),
    );
    expect(story?.lines.filter((line) => !line.startsWith('call'))).toEqual([
      'user: Write',
      'result: Exit code: 0⏎Done [wrote /home/dev/new.txt]',
      'result: Exit code: 0⏎Done [wrote /home/dev/new.txt] [wrote /home/dev/old.txt]',
      'failed: apply_patch verification failed: no such line',
    ]);
    expect(storyOfRollout('10-23-09-01a1ee2e-8814-7111-b188-974e2a0f8ceb')?.lines.join()).toContain(
      '[wrote /home/dev/fm/work/codexB/edited.txt]',
    );
  });

  it('makes undone prompts another branch', () => {
    const [story] = storiesOf(
      written(
        user('First'),
        output('One'),
        user('Second'),
        output('Two'),
        event('thread_rolled_back', { num_turns: 1 }),
        user('Third'),
        output('Three'),
        event('turn_aborted', { reason: 'interrupted' }),
      ),
    );
    expect(story?.lines).toContain('user: Second');
    expect(story?.tip).toEqual([
      'user: First',
      'model: One',
      'user: Third',
      'model: Three',
      'user: [Request interrupted by user]',
    ]);
  });

  it('shows why a turn failed, and reads the newer names of its start and end', () => {
    const [story] = storiesOf(
      written(
        event('turn_started', { turn_id: 'a' }),
        user('First'),
        event('turn_complete', { turn_id: 'a', error: { message: 'You are not signed in.' } }),
        ['retained_context', {}],
        event('task_started', { turn_id: 'b' }),
        user('Second'),
        output('Two'),
        event('task_complete', { turn_id: 'b', last_agent_message: 'Two' }),
      ),
    );
    expect(story?.lines).toEqual(['user: First', 'system: informational', 'user: Second', 'model: Two']);
    expect(story?.unknown).toEqual([]);
  });

  it('reads a prompt once, whether it is in items, in events or in both', () => {
    const asked = (text: string) => event('user_message', { message: text });
    const lines = (...all: [string, JsonObject][]) => storiesOf(written(...all))[0]?.lines;
    expect(lines(user('Go'), asked('Go'), output('Yes'), user('Go'), asked('Go'), output('Yes'))).toEqual([
      'user: Go',
      'model: Yes',
      'user: Go',
      'model: Yes',
    ]);
    expect(lines(asked('Go'), output('Yes'), asked('On'), output('Yes'))).toEqual([
      'user: Go',
      'model: Yes',
      'user: On',
      'model: Yes',
    ]);
  });
});

describe('sessions of Codex on a machine', () => {
  it('are found with their sub-agents, names and packed files', () => {
    const home = homeOf(
      { '.codex': 'codex' },
      {
        '.codex/session_index.jsonl': `{"id":"${LATEST}","thread_name":"Old"}\n{"id":"${LATEST}","thread_name":"Named"}\n`,
      },
    );
    const sessions = sessionsAt(home, 'codex');
    expect(sessions).toHaveLength(9);
    const latest = sessions.find(({ id }) => id === LATEST);
    expect(latest).toMatchObject({ title: 'Named', slug: '-home-dev-fm-work-codexA' });
    expect(latest?.subAgents).toEqual([
      [
        expect.stringContaining('injected: <environment_context>'),
        'user: Sub task: answer PLAIN please',
        'thinking',
        'model: Plain answer number 7.',
        'injected: <turn_aborted>⏎The user interrupted the previous turn on pur…',
        'user: [Request interrupted by user]',
      ],
    ]);
    writeFileSync(join(home, '.codex/session_index.jsonl'), `{"id":"${LATEST}","thread_name":"New name"}\n`);
    expect(sessionsAt(home, 'codex').find(({ id }) => id === LATEST)?.title).toBe('New name');
  });

  it('are searched for in the folder set in the environment', () => {
    const home = homeOf({ elsewhere: 'codex' });
    mkdirSync(join(home, '.codex'));
    expect(sessionsAt(home, 'codex')).toEqual([]);
    expect(sessionsAt(home, 'codex', { CODEX_HOME: join(home, 'elsewhere') })).toHaveLength(9);
  });
});
