import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { fixture, homeOf, sessionsAt } from './support/places.js';
import { type ReportedStory, storiesOf } from './support/story.js';

const SESSION = '11111111-2222-4333-8444-555555555555';

describe('Copilot CLI', () => {
  it('reads prompts, calls, sub-agents, images and compaction', () => {
    const [story] = storiesOf(fixture(`copilot/${SESSION}/events.jsonl`));
    expect(story).toMatchObject({
      agent: 'copilot',
      title: 'TOOL please',
      turns: 5,
      images: 1,
      damaged: 0,
      unknown: [],
    });
    expect(story?.lines).toEqual([
      'user: TOOL please',
      'thinking',
      'model: Running it.',
      'call: bash {"command":"echo hello-from-tool > made.txt; cat made.txt","…',
      'result: hello-from-tool⏎<shellId: 0 completed with exit code 0>',
      'model: The tool answered; all done.',
      'user: AGENT again',
      'thinking',
      'model: Delegating.',
      'call: task {"description":"sub task","prompt":"Sub task: answer PLAIN p…',
      'result: Plain answer number 2.',
      'model: The tool answered; all done.',
      'user: PLAIN look @red.png',
      'thinking',
      'model: Plain answer number 0.',
      'user: EDIT it',
      'thinking',
      'model: Plain answer number 0.',
      'system: compact_boundary',
      'user: Plain answer number 0.',
      'user: PLAIN look',
      'thinking',
      'model: Plain answer number 0.',
    ]);
    expect(story?.subAgents).toEqual([
      ['user: Sub task: answer PLAIN please', 'thinking', 'model: Plain answer number 2.'],
    ]);
  });

  it("counts each recorded call once, and the compaction, which the client's totals leave out", () => {
    const [story] = storiesOf(fixture(`copilot/${SESSION}/events.jsonl`));
    const total = { input: 103_153, output: 160, cacheRead: 800 };
    const subAgent = { input: 11_110, output: 20, cacheRead: 100 };
    const compaction = { input: 14_508, output: 20, cacheRead: 100 };
    const cacheRead = total.cacheRead - subAgent.cacheRead + compaction.cacheRead;
    const input = total.input - subAgent.input + compaction.input - cacheRead;
    expect(story?.tokens).toEqual([input, total.output - subAgent.output + compaction.output, cacheRead, 0]);
  });

  it('finds sessions with their metadata', () => {
    const home = homeOf({ '.copilot/session-state': 'copilot' });
    expect(sessionsAt(home, 'copilot')).toMatchObject([
      { id: SESSION, slug: '-home-dev-work-cop', title: 'TOOL please' },
    ]);
    const elsewhere = homeOf({ 'there/session-state': 'copilot' });
    expect(sessionsAt(elsewhere, 'copilot', { COPILOT_HOME: join(elsewhere, 'there') })).toHaveLength(1);
  });

  it('takes the input tokens of old versions from totals over the whole session', () => {
    const first = [...exchange('1', 10), shutdown({ requests: 1, input: 100, output: 10, cacheRead: 40 })];
    const again = [event('session.resume', {}), ...exchange('2', 20)];
    const story = read(start(), ...first, ...again, shutdown({ requests: 2, input: 300, output: 30, cacheRead: 90 }));
    expect(story.tokens).toEqual([300 - 90, 30, 90, 0]);
    expect(story.replyIds).toHaveLength(2);
  });

  it('takes them from totals that restart at each resume', () => {
    const first = [...exchange('1', 10), shutdown({ requests: 1, input: 100, output: 10, cacheRead: 40 })];
    const again = [event('session.resume', {}), ...exchange('2', 20)];
    const story = read(start(), ...first, ...again, shutdown({ requests: 1, input: 200, output: 20, cacheRead: 50 }));
    expect(story.tokens).toEqual([300 - 90, 30, 90, 0]);
  });

  it('uses the counts of messages if the client never exited', () => {
    expect(read(start(), ...exchange('1', 10), ...exchange('2', 20)).tokens).toEqual([0, 30, 0, 0]);
  });

  it('reads a repeated message once', () => {
    const [prompt, reply = {}] = exchange('1', 10);
    const story = read(start(), prompt ?? {}, reply, { ...reply, id: 'again' });
    expect(story).toMatchObject({ lines: ['user: Question 1', 'model: Answer 1'], tokens: [0, 10, 0, 0] });
  });

  it('reads edits, patches, failures and injected text', () => {
    const edit = { path: 'a.ts', old_str: 'x', new_str: 'y' };
    const diff =
      'diff --git a/home/dev/b.ts b/home/dev/b.ts\n--- a/home/dev/b.ts\n+++ b/home/dev/b.ts\n@@ -1 +1 @@\n-x\n+y\n';
    const story = read(
      start(),
      event('user.message', { content: 'Skill text', source: 'skill-pdf' }),
      reply('1', [
        request('c1', 'edit', edit),
        request('c2', 'apply_patch', '*** Begin Patch'),
        request('c3', 'view', '{"path":"z"}'),
      ]),
      event('tool.execution_complete', { toolCallId: 'c1', success: true, result: { content: 'ok' } }),
      event('tool.execution_complete', {
        toolCallId: 'c2',
        success: true,
        result: { content: 'ok', detailedContent: diff },
      }),
      event('tool.execution_complete', { toolCallId: 'c3', success: false, error: { message: 'no such file' } }),
      event('abort', { reason: 'user initiated' }),
      event('session.error', { message: 'Rate limited' }),
      event('session.never_seen', {}),
    );
    expect(story.lines).toEqual([
      'injected: Skill text',
      'model: Answer 1',
      'call: edit {"path":"a.ts","old_str":"x","new_str":"y"}',
      'call: apply_patch {"input":"*** Begin Patch"}',
      'call: view {"path":"z"}',
      'result: ok [wrote /home/dev/a.ts]',
      'result: ok [wrote /home/dev/b.ts]',
      'failed: no such file',
      'user: [Request interrupted by user]',
      'system: informational',
    ]);
    expect(story.unknown).toEqual(['session.never_seen']);
  });

  it('reads the JSON of the first versions', () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } };
    const session = {
      sessionId: 'aaaa1111-2222-4333-8444-555555555555',
      startTime: '2025-10-08T21:10:16.398Z',
      chatMessages: [
        { role: 'user', content: 'List the files' },
        { role: 'assistant', content: 'Listing.', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', content: 'a.txt' },
        { role: 'assistant', content: [{ type: 'text', text: 'One file.' }] },
      ],
      timeline: [],
    };
    const name = '.copilot/history-session-state/session_aaaa1111_1.json';
    const home = homeOf({}, { [name]: JSON.stringify(session, null, 2) });
    const lines = ['user: List the files', 'model: Listing.', 'call: bash {"command":"ls"}', 'result: a.txt'];
    expect(sessionsAt(home, 'copilot')).toMatchObject([
      { id: session.sessionId, lines: [...lines, 'model: One file.'], tokens: [0, 0, 0, 0] },
    ]);
    expect(storiesOf(join(home, name))).toMatchObject([{ agent: 'copilot', damaged: 0, unknown: [] }]);
  });

  it('follows a rewind', () => {
    const [prompt = {}, wrong = {}] = exchange('1', 1);
    const back = event('session.snapshot_rewind', { upToEventId: wrong.id ?? null, eventsRemoved: 1 });
    expect(read(start(), prompt, wrong, back, reply('2', [])).tip).toEqual(['user: Question 1', 'model: Answer 2']);
  });

  it('attaches sub-agents of old versions to the call that started them', () => {
    const inner = event('assistant.message', { messageId: 'm', content: 'Inner', parentToolCallId: 'c1' });
    const story = read(start(), reply('1', [request('c1', 'task', {})]), inner);
    expect(story.subAgents).toEqual([['model: Inner']]);
  });
});

let last = 0;

function event(type: string, data: JsonObject): JsonObject {
  const timestamp = new Date(1_790_000_000_000 + ++last * 1000).toISOString();
  return { type, data, id: `e${last}`, timestamp, parentId: null };
}

function start(): JsonObject {
  return event('session.start', { sessionId: 's1', copilotVersion: '1.0.12', context: { cwd: '/home/dev' } });
}

function exchange(name: string, outputTokens: number): JsonObject[] {
  const message = { messageId: name, content: `Answer ${name}`, toolRequests: [], outputTokens };
  return [event('user.message', { content: `Question ${name}` }), event('assistant.message', message)];
}

function reply(name: string, toolRequests: JsonObject[]): JsonObject {
  return event('assistant.message', { messageId: name, content: `Answer ${name}`, toolRequests });
}

function request(toolCallId: string, name: string, input: JsonObject | string): JsonObject {
  return { toolCallId, name, arguments: input };
}

function shutdown({ requests, input, output, cacheRead }: { [name: string]: number }): JsonObject {
  const usage = { inputTokens: input ?? 0, outputTokens: output ?? 0, cacheReadTokens: cacheRead ?? 0 };
  return event('session.shutdown', { modelMetrics: { 'gpt-4.1': { requests: { count: requests ?? 0 }, usage } } });
}

function read(...events: JsonObject[]): ReportedStory {
  const file = join(mkdtempSync(join(tmpdir(), 'unspool-copilot-')), 'events.jsonl');
  writeFileSync(file, events.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const [story] = storiesOf(file);
  if (!story) throw new Error('no session was read');
  return story;
}
