import { describe, expect, it } from 'vitest';
import { comparable, isSound, linesOf, newChat, newPlace, resumed } from '../support/chat.js';
import { type Step, text, use } from '../support/scripted-api.js';

const summary: Step = { blocks: [text('<analysis>x</analysis><summary>What was.</summary>')] };

describe('compaction', () => {
  it('by hand: the boundary, the summary, and what is sent next', async () => {
    const { chat, api, events } = await newChat([
      { blocks: [use('Read', { file_path: 'README.md' })] },
      { blocks: [text('Read.')] },
      summary,
      { blocks: [text('Next.')] },
    ]);
    await chat.send('read');
    await chat.send('/compact the names');
    expect(JSON.stringify(api.requests[2]?.messages.at(-1))).toContain('the names');
    expect(api.requests[2]).toMatchObject({ tool_choice: { type: 'none' } });
    expect(events.findLast(({ type }) => type === 'local_command')).toMatchObject({ isError: false });
    const lines = linesOf(chat.file);
    const boundary = lines.find(({ subtype }) => subtype === 'compact_boundary');
    expect(boundary).toMatchObject({
      parentUuid: null,
      logicalParentUuid: expect.any(String),
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'manual', preTokens: 1152 },
    });
    expect(lines.find(({ isCompactSummary }) => isCompactSummary)).toMatchObject({
      parentUuid: boundary?.['uuid'],
      isVisibleInTranscriptOnly: true,
    });
    const predicted = comparable(resumed(chat.file, 'next').filter(({ role }) => role === 'user'));
    await chat.send('next');
    const sent = api.requests[3]?.messages ?? [];
    expect(sent).toHaveLength(1);
    expect(sent[0]?.content.map((block) => (block as { text: string }).text).join()).toContain('What was.');
    expect(JSON.stringify(predicted)).toContain('What was.');
    expect(isSound(chat.file)).toBe(true);
  });

  it('automatic if the next request would not fit, between results and request', async () => {
    const { chat, api, events } = await newChat(
      [
        { blocks: [use('Read', { file_path: 'README.md' })], inputTokens: 95_000 },
        summary,
        { blocks: [text('Went on.')] },
      ],
      { contextWindow: 100_000 },
    );
    expect(await chat.send('read')).toMatchObject({ reason: 'end_turn', text: 'Went on.' });
    expect(events.find(({ type }) => type === 'compaction')).toMatchObject({ trigger: 'auto', preTokens: 96_142 });
    expect(api.requests[2]?.messages).toHaveLength(1);
    expect(isSound(chat.file)).toBe(true);
  });

  it('before a prompt leaves the prompt unchanged', async () => {
    const { chat, api } = await newChat(
      [{ blocks: [text('Full.')], inputTokens: 95_000 }, summary, { blocks: [text('ok')] }],
      { contextWindow: 100_000 },
    );
    await chat.send('one');
    await chat.send('two');
    expect(api.requests[2]?.messages.at(-1)?.content.at(-1)).toMatchObject({ text: 'two' });
    const predicted = comparable(resumed(chat.file).slice(0, -1));
    expect(comparable(api.requests[2]?.messages ?? [])).toEqual(predicted);
  });

  it('when the API refuses a prompt as too long, once', async () => {
    const tooLong: Step = { status: 400, errorType: 'invalid_request_error', message: 'prompt is too long: 2 > 1' };
    const { chat, api } = await newChat([{ blocks: [text('a')] }, tooLong, summary, { blocks: [text('b')] }]);
    await chat.send('one');
    expect(await chat.send('two')).toMatchObject({ reason: 'end_turn', text: 'b' });
    expect(api.requests).toHaveLength(4);
  });

  it.each([
    ['prompt is too long: 210000 tokens > 200000 maximum', 400],
    ['input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000', 400],
    ["This model's maximum context length is 200000 tokens", 400],
    ['Request exceeds the maximum size', 413],
  ])('when the API says "%s" (%s)', async (message, status) => {
    const refused: Step = { status, errorType: 'invalid_request_error', message };
    const { chat, api } = await newChat([{ blocks: [text('a')] }, refused, summary, { blocks: [text('b')] }]);
    await chat.send('one');
    expect(await chat.send('two')).toMatchObject({ reason: 'end_turn', text: 'b' });
    expect(api.requests).toHaveLength(4);
  });

  it('of one long turn sends what fits, with long texts cut', async () => {
    const refused: Step = { status: 400, errorType: 'invalid_request_error', message: 'prompt is too long' };
    const place = newPlace({ 'long.txt': 'word '.repeat(4000) });
    const read = { blocks: [use('Read', { file_path: 'long.txt' })] };
    const { chat, api } = await newChat([read, refused, refused, refused, summary, { blocks: [text('Went on.')] }], {
      place,
    });
    expect(await chat.send('read')).toMatchObject({ reason: 'end_turn', text: 'Went on.' });
    const sizes = api.requests.slice(2, 5).map(({ messages }) => JSON.stringify(messages).length);
    expect(sizes[2]).toBeLessThan(10_000);
    expect(api.requests[3]?.messages[0]).toMatchObject({ role: 'user', content: [{ type: 'text' }] });
    expect(api.requests[5]?.messages).toHaveLength(1);
    expect(isSound(chat.file)).toBe(true);
  });

  it('of a single prompt is impossible, and the failure says so', async () => {
    const refused: Step = { status: 400, errorType: 'invalid_request_error', message: 'prompt is too long' };
    const { chat, api } = await newChat([refused]);
    expect(await chat.send('x')).toMatchObject({
      reason: 'api_error',
      failure: { message: expect.stringContaining('A single prompt cannot be compacted') },
    });
    expect(api.requests).toHaveLength(1);
  });

  it('leaves the conversation unchanged if the model returns no summary', async () => {
    const { chat, api, events } = await newChat([
      { blocks: [text('a')] },
      { status: 400, errorType: 'invalid_request_error', message: 'no' },
      { blocks: [text('b')] },
    ]);
    await chat.send('one');
    await chat.send('/compact');
    expect(events.findLast(({ type }) => type === 'local_command')).toMatchObject({ isError: true });
    await chat.send('two');
    expect(api.requests.at(-1)?.messages).toHaveLength(3);
  });

  it('does nothing without a conversation', async () => {
    const { chat, events } = await newChat([]);
    await chat.send('/compact');
    expect(events.findLast(({ type }) => type === 'local_command')).toMatchObject({ isError: true });
  });
});
