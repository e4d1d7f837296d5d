import { describe, expect, it } from 'vitest';
import { comparable, isSound, newChat, resumed } from '../support/chat.js';
import { rawUse, text, use } from '../support/scripted-api.js';

describe('a call whose input is not a JSON object', () => {
  it.each(['{"file_path": "REA', 'not json', '"a string"', 'null', '[1]', '7'])('gets a result: %s', async (sent) => {
    const { chat, api, events } = await newChat([{ blocks: [rawUse('Read', sent)] }, { blocks: [text('I see.')] }]);
    expect(await chat.send('go')).toMatchObject({ reason: 'end_turn', text: 'I see.', turns: 2 });
    const [call, answer] = api.requests[1]?.messages.slice(-2) ?? [];
    expect(call?.content).toMatchObject([{ type: 'tool_use', name: 'Read', input: {} }]);
    const content = expect.stringContaining('not a valid JSON object');
    expect(answer?.content).toMatchObject([{ type: 'tool_result', is_error: true, content }]);
    expect(events.find(({ type }) => type === 'tool_finished')).toMatchObject({ notRun: 'invalid_input' });
    expect(comparable(resumed(chat.file).slice(0, 3))).toEqual(comparable(api.requests[1]?.messages ?? []));
    expect(isSound(chat.file)).toBe(true);
  });

  it('does not run even if the tool needs no input, but its neighbours do', async () => {
    const blocks = [rawUse('Read', '{'), use('Read', { file_path: 'README.md' }), rawUse('Nothing', '{')];
    const { chat, api } = await newChat([{ blocks }, { blocks: [text('ok')] }]);
    await chat.send('go');
    const results = api.requests[1]?.messages.at(-1)?.content as { is_error?: boolean }[] | undefined;
    expect(results?.map(({ is_error }) => is_error === true)).toEqual([true, false, true]);
  });

  it('is made again if the token limit cut it', async () => {
    const cut = { blocks: [text('Now'), rawUse('Read', '{"file')], stop_reason: 'max_tokens' };
    const { chat, api } = await newChat([cut, { blocks: [text('ok')] }]);
    expect(await chat.send('go')).toMatchObject({ reason: 'end_turn' });
    expect(api.requests[1]?.messages.at(-2)?.content).toMatchObject([{ type: 'text', text: 'Now' }]);
  });
});
