import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../src/loop/model-call.js';
import { streamReply } from '../../src/loop/stream-reply.js';
import { isSound, newChat } from '../support/chat.js';

const start = { type: 'message_start', message: { id: 'msg_1', model: 'm', usage: null } };
const block = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };

/** A model that sends invalid events. */
const sending = (events: unknown[]) =>
  async function* () {
    for (const event of events) yield event as ModelEvent;
  };

describe('a malformed reply', () => {
  it.each([
    ['an event that is null', [null]],
    ['a message that is null', [{ type: 'message_start', message: null }]],
    ['a message without an id', [{ type: 'message_start', message: {} }]],
    ['a block that is null', [start, { type: 'content_block_start', index: 0, content_block: null }]],
    ['a call without a name', [start, { ...block, content_block: { type: 'tool_use', id: 'x', input: {} } }]],
    ['a delta that is null', [start, block, { type: 'content_block_delta', index: 0, delta: null }]],
    ['text that is no text', [start, block, { type: 'content_block_delta', index: 0, delta: { type: 'text_delta' } }]],
    ['an end that is null', [start, { type: 'message_delta', delta: null }]],
  ])('%s is an API error, not a crash', async (_, wire) => {
    const { chat, events } = await newChat([], { callModel: sending(wire) });
    const failure = { kind: 'other', message: expect.stringContaining('not part of a reply') };
    expect(await chat.send('hi')).toMatchObject({ reason: 'api_error', failure });
    expect(events.filter(({ type }) => type === 'api_error')).toMatchObject([{ failure }]);
    expect(isSound(chat.file)).toBe(true);
  });

  it('never throws, whatever arrives', async () => {
    const types = ['message_start', 'content_block_start', 'content_block_delta', 'message_delta', 'message_stop'];
    const event = fc.record({
      type: fc.constantFrom(...types, 'content_block_stop', 'ping'),
      index: fc.constantFrom(0, 1, null),
      message: fc.oneof(fc.constant(start.message), fc.anything()),
      content_block: fc.oneof(fc.constant(block.content_block), fc.anything()),
      delta: fc.oneof(fc.constant({ type: 'text_delta', text: 'a' }), fc.anything()),
      usage: fc.anything(),
    });
    const options = { requestedModel: 'm', signal: new AbortController().signal, tell: () => {}, now: () => 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(event), async (wire) => {
        const { failure, reply } = await streamReply(sending(wire)(), options);
        expect(failure ?? reply ?? 'empty').toBeDefined();
      }),
    );
  });
});
