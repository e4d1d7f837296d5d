import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixture, homeOf, sessionsAt } from './support/places.js';
import { storiesOf } from './support/story.js';

const SESSION = 'qwen/chats/4e7e8e9b-ef74-4abf-89f6-2b5f02f34553.jsonl';

describe('Qwen Code', () => {
  it('reads calls, file writes, notices and compaction', () => {
    const [story] = storiesOf(fixture(SESSION));
    expect(story).toMatchObject({ agent: 'qwen', damaged: 0, unknown: [], title: 'TOOL please' });
    expect(story?.lines).toEqual([
      'user: TOOL please',
      'thinking',
      'model: Running it.',
      'call: run_shell_command {"command":"echo hello-from-tool > made.txt; cat made.txt","…',
      'result: Command: echo hello-from-tool > made.txt; cat made.txt⏎Direc…',
      'model: The tool answered; all done.',
      'user: EDIT again',
      'thinking',
      'model: Writing.',
      'call: write_file {"file_path":"/home/dev/work/qwen24-A/edited.txt","content":…',
      'result: Successfully created and wrote to new file: /home/dev/work/q… [wrote /home/dev/work/qwen24-A/edited.txt]',
      'model: The tool answered; all done.',
      'user: AGENT again',
      'thinking',
      'model: Delegating.',
      'call: agent {"description":"sub task","prompt":"Sub task: answer PLAIN p…',
      'result: Background agent launched successfully.⏎task_id: general-pur…',
      'model: The tool answered; all done.',
      'injected: <task-notification>⏎<task-id>general-purpose-call_mwlzlsj31<…',
      'thinking',
      'model: Plain answer number 4.',
      'system: compact_boundary',
      'user: Plain answer number 1.⏎⏎Resume the prior task using the summ…',
    ]);
  });

  it('counts each call once, whether in replies and telemetry or, like compactions, in telemetry alone', () => {
    const [story] = storiesOf(fixture(SESSION));
    const replies = 18973 + 19111 + 19146 + 19260 + 19295 + 19674 + 19856;
    const compacting = 20773 + 4254;
    expect(story?.tokens).toEqual([replies + compacting - 900, 180, 900, 0]);
    expect(story?.replyIds).toHaveLength(9);
  });

  it("counts the client's own agents without a file", () => {
    const uiEvent = {
      'event.name': 'qwen-code.api_response',
      response_id: 'r1',
      model: 'm',
      input_token_count: 100,
      output_token_count: 20,
      cached_content_token_count: 40,
      total_token_count: 120,
      response_text: 'Kept.',
      prompt_id: 's1#keeper-1#0',
    };
    const base = { sessionId: 's1', cwd: '/home/dev', timestamp: '2026-05-01T10:00:00.000Z' };
    const prompt = {
      ...base,
      uuid: 'u1',
      parentUuid: null,
      type: 'user',
      message: { role: 'user', parts: [{ text: 'Hi' }] },
    };
    const call = {
      ...base,
      uuid: 'u2',
      parentUuid: 'u1',
      type: 'system',
      subtype: 'ui_telemetry',
      systemPayload: { uiEvent },
    };
    const file = join(mkdtempSync(join(tmpdir(), 'unspool-qwen-')), 's1.jsonl');
    writeFileSync(file, `${JSON.stringify(prompt)}\n${JSON.stringify(call)}\n`);
    const [story] = storiesOf(file);
    expect(story).toMatchObject({ lines: ['user: Hi'], subAgents: [['model: Kept.']], unknown: [] });
  });

  it('treats files named in a prompt as injected text', () => {
    const inlineData = { mimeType: 'image/png', data: 'iVBORw0KGgo=' };
    const named = [
      'Look @a.ts @b.png',
      '\n--- Content from referenced files ---',
      'const a = 1;',
      '\n--- End of content ---',
    ];
    const parts = [...named.slice(0, 3).map((text) => ({ text })), { inlineData }, { text: named[3] }];
    const line = {
      sessionId: 's1',
      cwd: '/home/dev',
      uuid: 'u1',
      parentUuid: null,
      type: 'user',
      message: { role: 'user', parts },
    };
    const file = join(mkdtempSync(join(tmpdir(), 'unspool-qwen-')), 's1.jsonl');
    writeFileSync(file, `${JSON.stringify(line)}\n`);
    const [story] = storiesOf(file);
    expect(story).toMatchObject({ lines: ['user: Look @a.ts @b.png', 'injected: const a = 1;'], images: 1 });
  });

  it('finds sessions and attaches sub-agents to the call that started them', () => {
    const home = homeOf({
      '.qwen/projects/-home-dev-work-qwen24-A/chats': 'qwen/chats',
      '.qwen/projects/-home-dev-work-qwen24-A/subagents': 'qwen/subagents',
    });
    const [session] = sessionsAt(home, 'qwen');
    expect(session).toMatchObject({ id: '4e7e8e9b-ef74-4abf-89f6-2b5f02f34553', slug: '-home-dev-work-qwen24-A' });
    expect(session?.subAgents).toEqual([
      ['user: Sub task: answer PLAIN please', 'thinking', 'model: Plain answer number 3.'],
    ]);
  });

  it('searches the folder set in the environment', () => {
    const home = homeOf({ 'elsewhere/projects/p/chats': 'qwen/chats' });
    expect(sessionsAt(home, 'qwen')).toEqual([]);
    expect(sessionsAt(home, 'qwen', { QWEN_HOME: `${home}/elsewhere` })).toHaveLength(1);
  });
});
