import { describe, expect, it } from 'vitest';
import { thinkingFor } from '../../src/model/thinking-for.js';

describe('thinking', () => {
  it.each(['claude-haiku-5-5', 'claude-opus-4-6', 'claude-sonnet-5-5[1m]', 'claude-opus-9'])(
    '%s decides how much to think',
    (model) => {
      expect(thinkingFor(model)).toEqual({ thinking: { type: 'adaptive' } });
    },
  );

  it.each(['claude-haiku-4-5-20251001', 'claude-sonnet-4'])('%s gets a token limit', (model) => {
    expect(thinkingFor(model)).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 10_000 } });
  });

  it.each(['claude-3-5-sonnet-20241022', 'gpt-9'])('%s is not asked to think', (model) => {
    expect(thinkingFor(model)).toEqual({});
  });
});
