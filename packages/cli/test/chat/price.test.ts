import { Prices } from '@unspool/store';
import { describe, expect, it } from 'vitest';
import { priceOf } from '../../src/chat/price.js';

const price = priceOf(new Prices());

describe('the price of a reply in a chat', () => {
  it.each([
    ['a plain one', 'claude-opus-5-5', { input_tokens: 1000, output_tokens: 100 }, 0.006],
    ['a fast one', 'claude-opus-5-5', { input_tokens: 1000, output_tokens: 100, speed: 'fast' }, 0.012],
    ['a long one', 'claude-haiku-5-5', { input_tokens: 200_000 }, 0.1],
    ['bound to the US', 'claude-opus-5-5', { input_tokens: 1000, inference_geo: 'us' }, 0.0044],
    ['with a web search', 'claude-opus-5-5', { server_tool_use: { web_search_requests: 1 } }, 0.01],
    ['an unknown model', 'other', { input_tokens: 1000 }, undefined],
  ])('%s', (_, model, usage, dollars) => expect(price(model, usage)).toBe(dollars));
});
