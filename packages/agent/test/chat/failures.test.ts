import { describe, expect, it } from 'vitest';
import { comparable, continueFrom, isSound, linesOf, newChat, resumed, startApi } from '../support/chat.js';
import { text, thinking, use } from '../support/scripted-api.js';

describe('a failing API', () => {
  it('is retried, and each failure is a line', async () => {
    const { chat, api, events } = await newChat([
      { status: 429, errorType: 'rate_limit_error', message: 'slow down', headers: { 'retry-after': '1' } },
      { status: 529, errorType: 'overloaded_error', message: 'Overloaded' },
      { cut: 'before' },
      { blocks: [text('Recovered.')] },
    ]);
    expect(await chat.send('hi')).toMatchObject({ reason: 'end_turn', text: 'Recovered.' });
    expect(api.requests).toHaveLength(4);
    const errors = linesOf(chat.file).filter(({ subtype }) => subtype === 'api_error');
    expect(errors).toMatchObject([
      {
        level: 'error',
        error: { status: 429, formatted: '429 slow down' },
        retryInMs: 1000,
        retryAttempt: 1,
        maxRetries: 10,
      },
      { error: { status: 529 }, retryAttempt: 2 },
      { error: { isNetworkDown: true }, retryAttempt: 3 },
    ]);
    expect(events.filter(({ type }) => type === 'api_error')).toHaveLength(3);
    expect(resumed(chat.file)).toHaveLength(2);
    expect(isSound(chat.file)).toBe(true);
  });

  it('ends the turn if the failure is final; the next prompt works', async () => {
    const { chat, api } = await newChat([
      { status: 400, errorType: 'invalid_request_error', message: 'bad request' },
      { blocks: [text('Now it works.')] },
    ]);
    expect(await chat.send('one')).toMatchObject({ reason: 'api_error', failure: { status: 400 } });
    expect(linesOf(chat.file).find(({ isApiErrorMessage }) => isApiErrorMessage)).toMatchObject({
      message: { model: '<synthetic>', content: [{ text: 'API Error: 400 bad request' }] },
      apiErrorStatus: 400,
      apiErrorType: 'invalid_request_error',
    });
    const predicted = comparable(resumed(chat.file, 'two'));
    expect(await chat.send('two')).toMatchObject({ reason: 'end_turn' });
    expect(comparable(api.requests[1]?.messages ?? [])).toEqual(predicted);
  });

  it.each([301, 302, 303, 307, 308])('redirects are not followed (%s)', async (status) => {
    const elsewhere = await startApi([{ blocks: [text('Caught.')] }]);
    const { chat, api } = await newChat([{ status, headers: { location: `${elsewhere.url}/v1/messages` } }]);
    expect(await chat.send('a secret')).toMatchObject({
      reason: 'api_error',
      failure: {
        status,
        message: expect.stringContaining(`redirects to ${elsewhere.url}; redirects are not followed`),
      },
    });
    expect(elsewhere.requests).toHaveLength(0);
    expect(api.requests).toHaveLength(1);
  });

  it.each([
    ['retry-after', '30', 30_000],
    ['retry-after', '3600', 60_000],
    ['retry-after', '99999999', 60_000],
    ['retry-after', '-5', 0],
    ['retry-after', 'Fri, 01 Jan 2100 00:00:00 GMT', 60_000],
    ['retry-after-ms', '9999999999', 60_000],
  ])('is waited for a minute at most: %s %s', async (name, value, inMs) => {
    const { chat, events } = await newChat([
      { status: 429, headers: { [name]: value } },
      { blocks: [text('Recovered.')] },
    ]);
    expect(await chat.send('hi')).toMatchObject({ reason: 'end_turn' });
    expect(events.filter(({ type }) => type === 'api_error')).toMatchObject([{ retry: { inMs } }]);
  });

  it('fails the turn after the maximum number of retries', async () => {
    const { chat, api } = await newChat(() => ({ status: 500 }), { maxRetries: 2 });
    expect(await chat.send('hi')).toMatchObject({ reason: 'api_error' });
    expect(api.requests).toHaveLength(3);
  });

  it('continues a reply that broke off after a block', async () => {
    const { chat, api } = await newChat([
      { blocks: [text('The first half'), text('never seen')], cut: 0 },
      { blocks: [text('and the second.')] },
    ]);
    expect(await chat.send('tell')).toMatchObject({ reason: 'end_turn', text: 'and the second.' });
    expect(api.requests[1]?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ text: 'The first half' }] },
      { role: 'user' },
    ]);
    expect(isSound(chat.file)).toBe(true);
  });

  it('retries if only thinking arrived before the break', async () => {
    const { chat, api } = await newChat([
      { blocks: [thinking('half a thought'), text('x')], cut: 0 },
      { blocks: [text('All.')] },
    ]);
    expect(await chat.send('tell')).toMatchObject({ text: 'All.' });
    expect(api.requests[1]?.messages).toHaveLength(1);
  });

  it('treats an error inside the stream as a failure', async () => {
    const { chat } = await newChat([{ blocks: [thinking('a')], errorAfter: 0 }, { blocks: [text('ok')] }]);
    expect(await chat.send('hi')).toMatchObject({ reason: 'end_turn', text: 'ok' });
  });

  it('never throws, whatever the model call does', async () => {
    const { chat } = await newChat([], {
      callModel: async function* () {
        yield { type: 'failure', failure: { kind: 'other', message: 'broken', isRetryable: false } };
      },
    });
    expect(await chat.send('hi')).toMatchObject({ reason: 'api_error', failure: { message: 'broken' } });
    const other = await newChat([], {
      // biome-ignore lint/correctness/useYield: it fails before it says anything.
      callModel: async function* () {
        throw new Error('worse');
      },
    });
    expect(await other.chat.send('hi')).toMatchObject({ reason: 'api_error', failure: { message: 'worse' } });
  });
});

describe('a stopped turn', () => {
  it('ends at once while the model replies, keeping its text', async () => {
    const { chat, api, events } = await newChat([
      { blocks: [thinking('hm'), text('Half a sentence')], hang: true },
      { blocks: [text('Next.')] },
    ]);
    const turn = chat.send('tell');
    await until(() => events.some((event) => event.type === 'text_delta'));
    chat.interrupt();
    expect(await turn).toMatchObject({ reason: 'interrupted' });
    await until(() => api.dropped === 1);
    expect(linesOf(chat.file).filter(({ isAbortedMidStream }) => isAbortedMidStream)).toHaveLength(2);
    expect(resumed(chat.file).at(-2)).toMatchObject({ content: [{ text: '[Request interrupted by user]' }] });
    await chat.send('go on');
    expect(api.requests[1]?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'thinking' }, { text: 'Half a sentence' }] },
      { role: 'user', content: [{ text: '[Request interrupted by user]\n' }, { text: 'go on' }] },
    ]);
    expect(isSound(chat.file)).toBe(true);
  });

  it('keeps results of finished tools, and marks the others', async () => {
    const { chat, events } = await newChat([
      {
        blocks: [
          use('Bash', { command: 'echo quick' }, 'q'),
          use('Bash', { command: 'echo begin; sleep 60' }, 's'),
          use('Write', { file_path: 'never.txt', content: '' }, 'w'),
        ],
      },
    ]);
    const turn = chat.send('work');
    await until(() =>
      events.some((event) => event.type === 'tool_progress' && event.progress.data['fullOutput'] === 'begin\n'),
    );
    chat.interrupt();
    expect(await turn).toMatchObject({ reason: 'interrupted' });
    const results = linesOf(chat.file).filter(({ sourceToolAssistantUUID }) => sourceToolAssistantUUID);
    expect(results).toMatchObject([
      { toolUseResult: { stdout: 'quick\n' } },
      { toolUseResult: { stdout: 'begin\n', interrupted: true } },
      { toolUseResult: 'User rejected tool use', toolDenialKind: 'user-rejected' },
    ]);
    const last = resumed(chat.file).at(-2);
    expect(last?.content.at(-1)).toMatchObject({ text: '[Request interrupted by user for tool use]' });
    expect(isSound(chat.file)).toBe(true);
  });

  it('ends while waiting to retry', async () => {
    const { chat, events } = await newChat(() => ({ status: 529, headers: { 'retry-after': '100' } }), {
      world: { ...(await slowWorld()) },
    });
    const turn = chat.send('hi');
    await until(() => events.some(({ type }) => type === 'api_error'));
    chat.interrupt();
    expect(await turn).toMatchObject({ reason: 'interrupted' });
  });

  it('can be continued by another process, which sends what the file says', async () => {
    const { chat, api, place, events } = await newChat([
      { blocks: [text('Half')], hang: true },
      { blocks: [text('ok')] },
    ]);
    const turn = chat.send('tell');
    await until(() => events.some((event) => event.type === 'text_delta'));
    chat.interrupt();
    await turn;
    await chat.close();
    const predicted = comparable(resumed(chat.file, 'and now'));
    const again = await newChat([], { place, api, start: continueFrom(chat.file) });
    await again.chat.send('and now');
    expect(comparable(api.requests[1]?.messages ?? [])).toEqual(predicted);
    expect(again.chat.file).toBe(chat.file);
    expect(comparable(resumed(chat.file).slice(0, -1))).toEqual(predicted);
    expect(isSound(chat.file)).toBe(true);
  });
});

async function slowWorld() {
  const { testWorld, newPlace } = await import('../support/chat.js');
  const { waitFor } = await import('../../src/world.js');
  return { ...testWorld(newPlace()), wait: waitFor };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
