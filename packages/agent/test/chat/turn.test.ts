import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { comparable, isSound, linesOf, newChat, newPlace, resumed, untilWritten } from '../support/chat.js';
import { text, thinking, use } from '../support/scripted-api.js';

describe('a turn', () => {
  it('answers, and writes one line per block', async () => {
    const { chat, api, events } = await newChat([{ blocks: [thinking('hm'), text('Hello there.')] }]);
    const turn = await chat.send('hi');
    expect(turn).toMatchObject({ reason: 'end_turn', text: 'Hello there.', turns: 1 });
    expect(events.filter(({ type }) => type === 'text_delta')).not.toHaveLength(0);
    const lines = linesOf(chat.file).filter(({ type }) => type === 'assistant');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      requestId: 'req_test_1',
      message: { content: [{ type: 'thinking', thinking: 'hm', signature: 'sig:hm' }], stop_reason: 'end_turn' },
    });
    expect(new Set(lines.map(({ message }) => (message as { id: string }).id)).size).toBe(1);
    expect(api.requests[0]?.messages.at(-1)?.content.at(-1)).toMatchObject({ type: 'text', text: 'hi' });
    expect(isSound(chat.file)).toBe(true);
  });

  it('runs tools, sends their results, and the next request is what a resume would send', async () => {
    const { chat, api, place } = await newChat([
      { blocks: [thinking('look'), text('Looking.'), use('Read', { file_path: 'README.md' })] },
      { blocks: [use('Write', { file_path: 'new.txt', content: 'new' })] },
      { blocks: [text('Done.')] },
      { blocks: [text('Again.')] },
    ]);
    await chat.send('work');
    expect(readFileSync(join(place.cwd, 'new.txt'), 'utf8')).toBe('new');
    const predicted = comparable(resumed(chat.file, 'more'));
    await chat.send('more');
    expect(comparable(api.requests.at(-1)?.messages ?? [])).toEqual(predicted);
    expect(isSound(chat.file)).toBe(true);
  });

  it('runs calls in parallel, writes results as they arrive and sends them in order', async () => {
    const { chat, api } = await newChat([
      {
        blocks: [
          use('Bash', { command: `${untilWritten('"stdout":"two')}; echo one` }, 't1'),
          use('Bash', { command: 'echo two' }, 't2'),
        ],
      },
      { blocks: [text('Both.')] },
    ]);
    await chat.send('two');
    const results = api.requests[1]?.messages.at(-1)?.content as { tool_use_id: string; content: string }[];
    expect(results.map(({ tool_use_id, content }) => [tool_use_id, content])).toEqual([
      ['t1', 'one'],
      ['t2', 'two'],
    ]);
    const written = linesOf(chat.file).flatMap(({ toolUseResult }) => (toolUseResult ? [toolUseResult] : []));
    expect(written).toMatchObject([{ stdout: 'two\n' }, { stdout: 'one\n' }]);
    expect(isSound(chat.file)).toBe(true);
  });

  it('explains a call to an unknown tool, or with invalid input', async () => {
    const { chat, api } = await newChat([
      { blocks: [use('NoSuch', {}), use('Read', { wrong: 1 })] },
      { blocks: [text('I see.')] },
    ]);
    await chat.send('try');
    const results = api.requests[1]?.messages.at(-1)?.content as { content: string; is_error: boolean }[];
    expect(results.map(({ is_error }) => is_error)).toEqual([true, true]);
    expect(results[0]?.content).toContain('no tool called NoSuch');
    expect(results[1]?.content).toContain('`file_path` missing');
  });

  it('continues at the output limit, and finally gives up', async () => {
    const { chat, api } = await newChat(() => ({ blocks: [text('cut')], stop_reason: 'max_tokens' }));
    expect(await chat.send('long')).toMatchObject({ reason: 'max_tokens', turns: 4 });
    expect(api.requests).toHaveLength(4);
    expect(linesOf(chat.file).find(({ isApiErrorMessage }) => isApiErrorMessage)).toMatchObject({
      message: { model: '<synthetic>' },
    });
    expect(isSound(chat.file)).toBe(true);
  });

  it('continues after pause_turn with what has arrived', async () => {
    const { chat, api } = await newChat([
      { blocks: [text('part')], stop_reason: 'pause_turn' },
      { blocks: [text('rest')] },
    ]);
    expect(await chat.send('search')).toMatchObject({ reason: 'end_turn', text: 'rest' });
    expect(api.requests[1]?.messages.at(-1)).toMatchObject({ role: 'assistant' });
  });

  it('continues once after a refusal; a second one is a failure recorded in the file', async () => {
    const refusal = { blocks: [text('No.')], stop_reason: 'refusal' };
    const once = await newChat([refusal, { blocks: [text('Another way.')] }]);
    expect(await once.chat.send('bad')).toMatchObject({ reason: 'end_turn', text: 'Another way.' });
    expect(JSON.stringify(once.api.requests[1]?.messages.at(-1))).toContain('safeguards');
    const twice = await newChat([refusal, refusal, { blocks: [text('Fine.')] }]);
    expect(await twice.chat.send('bad')).toMatchObject({
      reason: 'refusal',
      failure: { message: expect.stringContaining('safeguards') },
    });
    expect(twice.api.requests).toHaveLength(2);
    expect(linesOf(twice.chat.file).filter(({ isApiErrorMessage }) => isApiErrorMessage)).toHaveLength(1);
    const predicted = comparable(resumed(twice.chat.file, 'good'));
    expect(await twice.chat.send('good')).toMatchObject({ reason: 'end_turn', text: 'Fine.' });
    expect(comparable(twice.api.requests[2]?.messages ?? [])).toEqual(predicted);
    expect(isSound(twice.chat.file)).toBe(true);
  });

  it.each([
    ['nothing', []],
    ['blanks', [text(' ')]],
    ['only thoughts', [thinking('hm')]],
  ])('asks once for a visible answer after a reply of %s', async (_, blocks) => {
    const once = await newChat([{ blocks }, { blocks: [text('Seen.')] }]);
    expect(await once.chat.send('go')).toMatchObject({ reason: 'end_turn', text: 'Seen.' });
    const twice = await newChat([{ blocks }, { blocks }]);
    expect(await twice.chat.send('go')).toMatchObject({ reason: 'end_turn', text: '' });
    expect(twice.api.requests).toHaveLength(2);
    expect(twice.events.filter(({ type }) => type === 'notice')).toMatchObject([
      { message: 'The model sent an empty reply.' },
    ]);
    expect(isSound(twice.chat.file)).toBe(true);
  });

  it('stops at the maximum number of replies', async () => {
    const { chat } = await newChat(() => ({ blocks: [use('Read', { file_path: 'README.md' })] }), { maxTurns: 2 });
    expect(await chat.send('loop')).toMatchObject({ reason: 'max_turns', turns: 2 });
    expect(isSound(chat.file)).toBe(true);
  });

  it('sets four cache breakpoints and counts tokens', async () => {
    const { chat, api, events } = await newChat([{ blocks: [text('a')] }, { blocks: [text('b')] }]);
    await chat.send('one');
    await chat.send('two');
    const marks = JSON.stringify(api.requests[1]).match(/"cache_control"/g);
    expect(marks).toHaveLength(4);
    expect(events.findLast(({ type }) => type === 'usage')).toMatchObject({
      cost: 0.01,
      totals: { cost: 0.02, requests: 2, outputTokens: 84, cacheReadTokens: 2000 },
      contextTokens: 1152,
    });
  });

  it("sends a folder's instructions with its first file, whatever the path", async () => {
    for (const file_path of ['src/a.ts', './src/../src/a.ts']) {
      const place = newPlace({ 'src/a.ts': 'a', 'src/CLAUDE.md': 'Mind the gap.' });
      const read = { blocks: [use('Read', { file_path })] };
      const { chat, api } = await newChat([read, read, { blocks: [text('ok')] }], { place });
      await chat.send('read');
      expect(JSON.stringify(api.requests[2]?.messages).match(/Mind the gap/g)).toHaveLength(1);
    }
  });

  it('creates no file before the first prompt', async () => {
    const { chat } = await newChat([]);
    await chat.send('/help');
    expect(() => linesOf(chat.file)).toThrow('ENOENT');
  });
});
