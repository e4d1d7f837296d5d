import { randomUUID } from 'node:crypto';
import type { ApiMessage, Block } from '@unspool/session';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ScriptedReply, scriptedModel } from '../../src/demo/scripted-model.js';
import type { CallModel } from '../../src/loop/model-call.js';
import { comparable, isSound, newChat, newPlace, resumed, startApi } from '../support/chat.js';
import { text, thinking, use } from '../support/scripted-api.js';

const words = fc.constantFrom('One.', 'Two words.', ' ', '');
const block: fc.Arbitrary<() => Block> = fc.oneof(
  words.map((output) => () => text(output)),
  words.map((thought) => () => thinking(thought)),
  fc.constantFrom('README.md', 'missing.txt').map((file_path) => () => use('Read', { file_path })),
  fc.constant(() => use('Write', { file_path: 'new.txt', content: 'x' })),
  fc.constant(() => use('Nothing', {})),
);
const reply = fc.record({
  blocks: fc.array(block, { maxLength: 4 }),
  stop_reason: fc.constantFrom(undefined, undefined, undefined, 'max_tokens', 'pause_turn', 'refusal'),
});
const step = fc.oneof({ weight: 5, arbitrary: reply }, { weight: 1, arbitrary: fc.constant('fails' as const) });

describe('the next request', () => {
  it('matches the file, whatever the model did', async () => {
    const api = await startApi([]);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const place = newPlace();
        let last: readonly ApiMessage[] = [];
        let count = 0;
        const callModel: CallModel = async function* (request, signal) {
          last = request.messages;
          const next = steps[count++];
          if (next === 'fails') {
            yield { type: 'failure', failure: { kind: 'status', status: 400, message: '400 no', isRetryable: false } };
            return;
          }
          const output: ScriptedReply = next
            ? { blocks: next.blocks.map((make) => make()), ...(next.stop_reason && { stop_reason: next.stop_reason }) }
            : { blocks: [text('End.')] };
          yield* scriptedModel(() => output, { newUuid: randomUUID, pause: async () => {} })(request, signal);
        };
        const { chat } = await newChat([], { place, api, callModel });
        await chat.send('first');
        await chat.send('second');
        count = steps.length;
        const predicted = comparable(resumed(chat.file, 'third'));
        await chat.send('third');
        const sent = comparable(last);
        // A resume adds a reply after an unanswered prompt; a live chat joins the next prompt to it.
        if (JSON.stringify(predicted).includes('No response requested.')) return;
        expect(sent).toEqual(predicted);
        expect(isSound(chat.file)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
