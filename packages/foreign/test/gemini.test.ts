import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixture, homeOf, sessionsAt } from './support/places.js';
import { storiesOf } from './support/story.js';

describe('Gemini CLI', () => {
  it('reads a session that was resumed twice', () => {
    const [story] = storiesOf(fixture('gemini/chats/session-2026-11-18T10-29-734c1df9.jsonl'));
    expect(story).toMatchObject({ agent: 'gemini', turns: 3, damaged: 0, unknown: [] });
    expect(story?.lines).toEqual([
      'injected: <session_context>⏎This is the Gemini CLI. We are setting up …',
      'user: TOOL please',
      'thinking',
      'model: Running it.',
      'call: run_shell_command {"command":"echo hello-from-tool > made.txt; cat made.txt","…',
      'result: <untrusted_context>⏎Output: hello-from-tool⏎Process Group PG…',
      'model: The tool answered; all done.',
      'user: EDIT second',
      'thinking',
      'model: Writing.',
      'call: write_file {"file_path":"/home/dev/work/gemA/edited.txt","content":"lin…',
      'result: Successfully created and wrote to new file: /home/dev/work/g… [wrote /home/dev/work/gemA/edited.txt]',
      'model: The tool answered; all done.',
      'user: AGENT third',
      'thinking',
      'model: Delegating.',
      'call: invoke_agent {"agent_name":"generalist","prompt":"Sub task: answer PLAIN …',
      "result: Subagent 'generalist' finished.⏎Termination Reason: ERROR_NO…",
      'model: The tool answered; all done.',
    ]);
  });

  it('counts a call once, with cached tokens apart from input and thoughts in output', () => {
    const [story] = storiesOf(fixture('gemini/chats/session-2026-11-18T10-29-734c1df9.jsonl'));
    const input = 12186 + 12310 + 12402 + 12524 + 12621 + 12749;
    expect(story?.tokens).toEqual([input - 600, 120, 600, 0]);
  });

  it('leaves rewound messages out of the current branch', () => {
    const [story] = storiesOf(fixture('gemini/rewind.jsonl'));
    expect(story?.lines).toContain('model: bad');
    expect(story?.tip).toEqual([
      'user: first question',
      'model: answer',
      'user: third',
      'model: good',
      'user: PLAIN probe',
      'thinking',
      'model: Plain answer number 0.',
    ]);
  });

  it('keeps a prompt that begins with a path, and leaves out a command alone', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'unspool-gemini-')), 'session.jsonl');
    const output = ['/etc/hosts is broken', '/compress'].map((text, id) => ({
      id: `m${id}`,
      type: 'user',
      content: [{ text }],
    }));
    const lines = [{ sessionId: 's1', projectHash: 'h' }, ...output];
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const [story] = storiesOf(file);
    expect(story?.lines).toEqual(['user: /etc/hosts is broken', 'injected: /compress']);
  });

  it.each(['session.json', 'full.jsonl'])('reads the JSON of old versions, whatever its name: %s', (name) => {
    const messages = [
      { id: 'a', timestamp: '2026-03-17T22:15:00.000Z', type: 'user', content: 'Hello' },
      { id: 'b', timestamp: '2026-03-17T22:15:01.000Z', type: 'gemini', content: 'Hi', model: 'gemini-3-pro-preview' },
    ];
    const session = { sessionId: 's', projectHash: 'p', startTime: '2026-03-17T22:15:00.000Z', messages };
    for (const text of [
      JSON.stringify(session, null, 2),
      JSON.stringify(session),
      `\ufeff${JSON.stringify(session)}\n`,
    ]) {
      const file = join(mkdtempSync(join(tmpdir(), 'unspool-gemini-')), name);
      writeFileSync(file, text);
      expect(storiesOf(file)).toMatchObject([{ agent: 'gemini', lines: ['user: Hello', 'model: Hi'], damaged: 0 }]);
    }
  });

  it('takes the folder from the first message if no file around it names one', () => {
    const home = homeOf({ '.gemini/tmp/gema/chats': 'gemini/chats' });
    expect(sessionsAt(home, 'gemini')).toMatchObject([{ slug: '-home-dev-work-gemA' }]);
  });

  it('finds sessions with their folder, joins files of one session and attaches its sub-agents', () => {
    const home = homeOf(
      { '.gemini/tmp/gema/chats': 'gemini/chats' },
      { '.gemini/tmp/gema/.project_root': '/home/dev/work/gemA\n' },
    );
    const sessions = sessionsAt(home, 'gemini');
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ slug: '-home-dev-work-gemA', turns: 3 });
    expect(sessions[0]?.subAgents).toEqual([
      [
        'user: Sub task: answer PLAIN please',
        'thinking',
        'model: Plain answer number 1.',
        'user: You have stopped calling tools without finishing. You have o…',
        'thinking',
        'model: Plain answer number 2.',
      ],
    ]);
  });
});
