import type { Block } from '@unspool/session';
import { isToolResult, isToolUse } from '@unspool/session';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownCallId, sendableName } from '../../src/loop/call-id.js';
import { isSound, linesOf, newChat, resumed } from '../support/chat.js';
import { type ApiRequest, text, use } from '../support/scripted-api.js';

const unsigned = (thinking: string): Block => ({ type: 'thinking', thinking }) as unknown as Block;
const callIds = ({ messages }: ApiRequest) =>
  messages.flatMap(({ content }) => content.filter(isToolUse)).map(({ id }) => id);
const answered = ({ messages }: ApiRequest) =>
  messages.flatMap(({ content }) => content.filter(isToolResult)).map(({ tool_use_id }) => tool_use_id);

describe('thinking without a signature', () => {
  it('stays in the file and is not sent back', async () => {
    const { chat, api } = await newChat([
      { blocks: [unsigned('hm'), use('Read', { file_path: 'README.md' })] },
      { blocks: [unsigned('so'), text('Done.')] },
      { blocks: [text('Again.')] },
    ]);
    await chat.send('go');
    expect(await chat.send('more')).toMatchObject({ reason: 'end_turn', text: 'Again.' });
    for (const request of api.requests) expect(JSON.stringify(request.messages)).not.toContain('"thinking"');
    expect(JSON.stringify(linesOf(chat.file))).toContain('"thinking":"hm"');
    expect(isSound(chat.file)).toBe(true);
  });

  it('is not sent for a summary either', async () => {
    const { chat, api } = await newChat([
      { blocks: [unsigned('hm'), text('Done.')] },
      { blocks: [text('A summary.')] },
    ]);
    await chat.send('go');
    await chat.send('/compact');
    expect(api.requests).toHaveLength(2);
    expect(JSON.stringify(api.requests[1]?.messages)).not.toContain('"thinking"');
  });
});

describe('thinking whose signature the API refuses', () => {
  const signed: Block = { type: 'thinking', thinking: 'hm', signature: 'c2lnbmVk' };
  const refused = {
    status: 400,
    errorType: 'invalid_request_error',
    message: 'messages.1.content.0: Invalid `signature` in `thinking` block',
  };

  it('is removed, and the request is sent again', async () => {
    const { chat, api } = await newChat([
      { blocks: [signed, text('Done.')] },
      refused,
      { blocks: [text('Again.')] },
      { blocks: [text('And again.')] },
    ]);
    await chat.send('go');
    expect(await chat.send('more')).toMatchObject({ reason: 'end_turn', text: 'Again.' });
    expect(JSON.stringify(api.requests[1]?.messages)).toContain('c2lnbmVk');
    expect(JSON.stringify(api.requests[2]?.messages)).not.toContain('c2lnbmVk');
    const lines = linesOf(chat.file);
    expect(lines.filter(({ attachment }) => attachment)).toMatchObject([
      { type: 'attachment', attachment: { type: 'thinking_stripped', scope: 'all' } },
    ]);
    expect(lines.filter(({ isApiErrorMessage }) => isApiErrorMessage)).toEqual([]);
    await chat.send('still more');
    const replies = (messages: readonly { role: string; content: Block[] }[]) =>
      messages.filter(({ role }) => role === 'assistant').map(({ content }) => content.map(({ type }) => type));
    expect(replies(api.requests[3]?.messages ?? [])).toEqual([['text'], ['text']]);
    expect(replies(resumed(chat.file))).toEqual([['text'], ['text'], ['text']]);
  });

  it('fails the turn if the API refuses the request again', async () => {
    const { chat, api } = await newChat([{ blocks: [signed, text('Done.')] }, refused, refused]);
    await chat.send('go');
    expect(await chat.send('more')).toMatchObject({ reason: 'api_error', failure: { status: 400 } });
    expect(api.requests).toHaveLength(3);
  });

  it('does not prevent a summary', async () => {
    const { chat, api } = await newChat([
      { blocks: [signed, text('Done.')] },
      refused,
      { blocks: [text('A summary.')] },
    ]);
    await chat.send('go');
    await chat.send('/compact');
    expect(JSON.stringify(api.requests[2]?.messages)).not.toContain('c2lnbmVk');
    expect(JSON.stringify(linesOf(chat.file))).toContain('A summary.');
  });
});

describe('calls with a duplicate id', () => {
  it('in the same reply get new ids, and each gets a result', async () => {
    const read = (path: string) => use('Read', { file_path: path }, 'toolu_same');
    const { chat, api } = await newChat([
      { blocks: [read('README.md'), read('missing.md')] },
      { blocks: [read('README.md')] },
      { blocks: [text('Done.')] },
    ]);
    expect(await chat.send('go')).toMatchObject({ reason: 'end_turn' });
    const last = api.requests.at(-1);
    if (!last) throw new Error('nothing was asked');
    expect(callIds(last)).toEqual(['toolu_same', 'toolu_samex2', 'toolu_samex3']);
    expect(answered(last)).toEqual(callIds(last));
    expect(resumed(chat.file).flatMap(({ content }) => content.filter(isToolUse))).toHaveLength(3);
    expect(isSound(chat.file)).toBe(true);
  });

  it('or with invalid characters in them can be sent back', async () => {
    const { chat, api } = await newChat([
      { blocks: [use('functions.Read', { file_path: 'README.md' }, 'call:1/2'), use('Read', {}, '')] },
      { blocks: [text('Done.')] },
    ]);
    expect(await chat.send('go')).toMatchObject({ reason: 'end_turn' });
    expect(api.requests[1]?.messages[1]?.content).toMatchObject([
      { id: 'call_1_2', name: 'functions_Read' },
      { id: 'call', name: 'Read' },
    ]);
  });

  it('never share an id, and keep a valid one', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('a', 'ax2', 'a.2'))), (given) => {
        const taken = new Set<string>();
        for (const each of given) {
          const id = ownCallId(each, (other) => taken.has(other));
          expect(taken.has(id)).toBe(false);
          expect(id).toMatch(/^[\w-]+$/);
          if (/^[\w-]+$/.test(each) && !taken.has(each)) expect(id).toBe(each);
          taken.add(id);
          expect(sendableName(each)).toMatch(/^[\w-]{1,128}$/);
        }
      }),
    );
  });
});
