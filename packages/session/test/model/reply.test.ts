import { describe, expect, it } from 'vitest';
import type { AssistantEntry } from '../../src/format/schema.js';
import { mergeReply } from '../../src/model/reply.js';
import { tokensOf } from '../../src/model/tokens.js';

const line = (content: unknown[], message: object = {}) =>
  ({
    type: 'assistant',
    message: { id: 'm1', role: 'assistant', model: 'claude-x', content, ...message },
  }) as AssistantEntry;
const text = (value: string) => ({ type: 'text', text: value });
const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } };
const thought = { type: 'thinking', thinking: 'hm', signature: 'abc' };

describe('one reply from its lines', () => {
  it('joins blocks on separate lines', () => {
    expect(mergeReply([line([thought]), line([text('a')]), line([call])]).content).toEqual([thought, text('a'), call]);
  });

  it('does not duplicate what a cumulative writer repeats', () => {
    const lines = [line([thought]), line([thought, text('a')]), line([thought, text('a'), call])];
    expect(mergeReply(lines).content).toEqual([thought, text('a'), call]);
  });

  it('takes the longest form of a text that grew', () => {
    expect(mergeReply([line([text('Hel')]), line([text('Hello')])]).content).toEqual([text('Hello')]);
  });

  it('does not duplicate a line that occurs twice in the file', () => {
    expect(mergeReply([line([text('a')]), line([call]), line([call])]).content).toEqual([text('a'), call]);
  });

  it('keeps empty thinking with only a signature', () => {
    const empty = { type: 'thinking', thinking: '', signature: 'abc' };
    expect(mergeReply([line([empty]), line([text('a')])]).content).toEqual([empty, text('a')]);
  });

  it('counts usage once: the one with most output, the last if equal', () => {
    const usage = (output_tokens: number, input_tokens = 1) => ({ usage: { input_tokens, output_tokens } });
    expect(mergeReply([line([], usage(2)), line([], usage(480)), line([], usage(3))]).tokens?.output).toBe(480);
    expect(mergeReply([line([], usage(5, 1)), line([], usage(5, 9))]).tokens?.input).toBe(9);
  });

  it('takes the last valid stop reason', () => {
    const stop = (stop_reason: string | null) => ({ stop_reason });
    expect(mergeReply([line([], stop('tool_use')), line([], stop(null))]).stop_reason).toBe('tool_use');
    expect(mergeReply([line([], stop(null))]).stop_reason).toBeUndefined();
  });

  it('marks replies that no model wrote', () => {
    const entry = { ...line([text('API Error')], { model: '<synthetic>' }), isApiErrorMessage: true };
    expect(mergeReply([entry])).toMatchObject({ isSynthetic: true, isApiError: true });
  });
});

describe('tokens', () => {
  it('splits cache writes by their lifetime', () => {
    const usage = {
      cache_creation_input_tokens: 30,
      cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
    };
    expect(tokensOf(usage)).toMatchObject({ cacheWrite5m: 10, cacheWrite1h: 20 });
  });

  it('counts writes of unknown lifetime as five-minute ones', () => {
    expect(tokensOf({ cache_creation_input_tokens: 30 })).toMatchObject({ cacheWrite5m: 30, cacheWrite1h: 0 });
  });

  it('reads an invalid count as none', () => {
    expect(tokensOf({ input_tokens: 'many' as unknown as number, output_tokens: -3 })).toMatchObject({
      input: 0,
      output: 0,
    });
  });
});
