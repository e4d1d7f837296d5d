import { describe, expect, it } from 'vitest';
import type { TraceOptions } from '../../src/index.js';
import { tracesOf, WrittenSession } from '../support/written-session.js';

const asked = () => new WrittenSession().prompt('do it');
const states = (session: WrittenSession, options: Partial<TraceOptions> = {}) =>
  tracesOf(session, options).map((turn) => turn.state);

describe('a turn is open', () => {
  it.each([
    ['without a reply', asked()],
    ['while a tool runs', asked().call('m1', 't1')],
    ['when a result waits for the model', asked().call('m1', 't1').result('t1')],
    ['while only the thought is written', asked().reply('m1', [{ type: 'thinking', thinking: 'hm' }])],
    ['when the text of a reply that calls a tool is there', asked().reply('m1', 'first', { stop_reason: 'tool_use' })],
    ['when a client of the silent months wrote a text', asked().reply('m1', 'maybe', { stop_reason: null })],
    ['when a prompt was put in between', asked().reply('m1', 'done').line(queued('and this'))],
    ['when a background task reports', asked().reply('m1', 'done').prompt('<task-notification>x</task-notification>')],
    [
      'when a stop hook sends it back',
      asked().reply('m1', 'done').prompt('Stop hook feedback:\n- no', { isMeta: true }),
    ],
    ['while it is compacted on the way', asked().call('m1', 't1').result('t1').line(boundary)],
  ])('%s', (_, session) => {
    const [turn] = tracesOf(session);
    expect(turn?.state).toBe('open');
    expect(turn?.waitsFor).toBeTruthy();
    expect(turn?.spans().every((span) => !span.isComplete)).toBe(true);
  });
});

describe('a turn is finished', () => {
  it.each([
    ['by its last reply', asked().reply('m1', 'done')],
    ['by a reply that ran out of tokens', asked().reply('m1', 'do', { stop_reason: 'max_tokens' })],
    ['by an interruption', asked().call('m1', 't1').prompt('[Request interrupted by user]')],
    ['by an API error', asked().reply('m1', 'API Error: 400', { model: '<synthetic>' }, { isApiErrorMessage: true })],
    ['by the note of its duration', silent().line({ type: 'system', subtype: 'turn_duration', durationMs: 5 })],
    ['by the note of its hooks', silent().line({ type: 'system', subtype: 'stop_hook_summary', hookCount: 1 })],
    ['by a local command', silent().prompt('<local-command-stdout>x</local-command-stdout>')],
  ])('%s', (_, session) => {
    expect(states(session)).toEqual(['finished']);
    expect(
      tracesOf(session)[0]
        ?.spans()
        .every((span) => span.isComplete),
    ).toBe(true);
  });

  it('by a stop event, if the client left out the stop reason', () => {
    expect(states(silent(), { isStopped: true })).toEqual(['finished']);
    expect(states(asked().call('m1', 't1'), { isStopped: true })).toEqual(['open']);
  });
});

describe('a turn is closed', () => {
  it('by the next prompt, on its branch or on another', () => {
    expect(states(asked().call('m1', 't1').prompt('next').reply('m2', 'ok'))).toEqual(['closed', 'finished']);
    const rewound = asked().call('m1', 't1').prompt('again', { parentUuid: null }).reply('m2', 'ok');
    expect(states(rewound)).toEqual(['closed', 'finished']);
  });

  it('by the end of the session', () => {
    expect(states(asked().call('m1', 't1'), { isEnded: true })).toEqual(['closed']);
  });

  it('not by a command that may call no model', () => {
    const command = '<command-name>/context</command-name>';
    expect(states(asked().reply('m1', 'done').prompt(command))[0]).toBe('finished');
  });
});

function silent() {
  return asked().reply('m1', 'done', { stop_reason: null });
}

function queued(prompt: string) {
  return { type: 'attachment', attachment: { type: 'queued_command', prompt } };
}

const boundary = { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto', preTokens: 9 } };
