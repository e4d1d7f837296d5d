import { describe, expect, it } from 'vitest';
import type { UserEntry } from '../../src/format/schema.js';
import { wordsKindOf, wordsOf } from '../../src/model/words.js';
import { ParsedFields } from '../../src/read/fields.js';
import type { JsonObject } from '../../src/read/line.js';

const user = (content: unknown, fields: object = {}) =>
  ({ type: 'user', message: { role: 'user', content }, ...fields }) as UserEntry;
const text = (value: string) => [{ type: 'text', text: value }];

describe('the author of words', () => {
  it.each([
    ['a string', user('hello'), 'prompt'],
    ['a text block', user(text('hello')), 'prompt'],
    ['a result', user([{ type: 'tool_result', tool_use_id: 't', content: '' }]), 'tool_result'],
    ['a result after text', user([...text('x'), { type: 'tool_result', tool_use_id: 't' }]), 'tool_result'],
    ['a result marked meta', user([{ type: 'tool_result', tool_use_id: 't' }], { isMeta: true }), 'tool_result'],
    ['a compaction summary', user('This session…', { isCompactSummary: true }), 'compact_summary'],
    ['meta text', user('Caveat: …', { isMeta: true }), 'injected'],
    ['a task notification', user('<task-notification>x</task-notification>'), 'injected'],
    ['another origin', user('go on', { origin: { kind: 'auto-continuation' } }), 'injected'],
    ['a human origin', user('go on', { origin: { kind: 'human' } }), 'prompt'],
    ['hook feedback', user('Stop hook feedback:\n- no'), 'injected'],
    ['reminders only', user('<system-reminder>a</system-reminder>\n<system-reminder>b</system-reminder>'), 'injected'],
    [
      'a reminder and a teammate',
      user('<system-reminder>a</system-reminder>\n<teammate-message teammate_id="b">c</teammate-message>'),
      'injected',
    ],
    ['a reminder and words', user('<system-reminder>a</system-reminder> do it'), 'prompt'],
    [
      'a reminder in a block before the words',
      user([...text('<system-reminder>a</system-reminder>'), ...text('do it')]),
      'prompt',
    ],
    ['a teammate', user('<teammate-message teammate_id="bob">done</teammate-message>'), 'injected'],
    ['another session', user('<cross-session-message from="x">done</cross-session-message>'), 'injected'],
    ['a command', user('<command-name>/init</command-name>'), 'command'],
    [
      'a command, message first',
      user('<command-message>i</command-message>\n<command-name>/i</command-name>'),
      'command',
    ],
    ['command output', user('<local-command-stdout>ok</local-command-stdout>'), 'command_output'],
    ['command errors', user('<local-command-stderr>no</local-command-stderr>'), 'command_output'],
    ['a shell command', user('<bash-input>ls</bash-input>'), 'bash'],
    ['its output', user('<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>'), 'bash_output'],
    ['an interruption', user(text('[Request interrupted by user for tool use]')), 'interruption'],
    ['html that a person typed', user('<div>why is this red?</div>'), 'prompt'],
    ['an image alone', user([{ type: 'image', source: {} }]), 'prompt'],
    ['nothing', user([]), 'prompt'],
  ])('%s', (_, entry, kind) => {
    expect(wordsKindOf(new ParsedFields(entry as unknown as JsonObject))).toBe(kind);
  });

  it.each([
    ['in the same text', user('<system-reminder>be nice</system-reminder>\ndo it')],
    ['in a block before', user([...text('<system-reminder>be nice</system-reminder>'), ...text('do it')])],
    ['after the words', user('do it\n\n<system-reminder>be nice</system-reminder>\n')],
  ])('keeps a reminder %s apart from what the person said', (_, entry) => {
    expect(wordsOf(entry)).toMatchObject({
      kind: 'prompt',
      text: 'do it',
      ideContext: [{ kind: 'system-reminder', text: 'be nice' }],
    });
  });

  it.each([
    ['after the words', user('do it\n\n<teammate-message teammate_id="bob">\nI am done\n</teammate-message>\n')],
    [
      'in a block of its own',
      user([...text('do it'), ...text('<teammate-message teammate_id="bob">I am done</teammate-message>')]),
    ],
    ['between the words', user('do\n<cross-session-message from="bob">I am done</cross-session-message> it')],
  ])('keeps the message of an agent %s apart from what the person said', (_, entry) => {
    const { kind, text, ideContext } = wordsOf(entry);
    expect([kind, text.replace(/\s+/g, ' ')]).toEqual(['prompt', 'do it']);
    expect(ideContext).toEqual([{ kind: 'message from agent bob', text: 'I am done' }]);
  });

  it('leaves a tag that a person quotes in a line', () => {
    const words = 'why does <teammate-message teammate_id="bob">x</teammate-message> come twice?';
    expect(wordsOf(user(words))).toMatchObject({ text: words, ideContext: [] });
  });

  it("separates the editor's text from the person's", () => {
    const words = wordsOf(
      user([
        ...text('<ide_selection>lines 78 to 80</ide_selection>'),
        ...text('<ide_opened_file>main.py</ide_opened_file>\nfix this'),
        { type: 'image', source: {} },
      ]),
    );
    expect(words.kind).toBe('prompt');
    expect(words.text).toBe('fix this');
    expect(words.ideContext).toEqual([
      { kind: 'ide_selection', text: 'lines 78 to 80' },
      { kind: 'ide_opened_file', text: 'main.py' },
    ]);
    expect(words.media).toHaveLength(1);
  });

  it("reads a command's name and arguments", () => {
    const entry = user('<command-name>/review</command-name>\n<command-args>src main</command-args>');
    expect(wordsOf(entry).command).toEqual({ name: '/review', args: 'src main' });
  });
});
