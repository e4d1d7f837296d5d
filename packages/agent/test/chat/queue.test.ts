import { describe, expect, it } from 'vitest';
import { comparable, isSound, linesOf, newChat, resumed } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';

describe('prompts sent while it works', () => {
  it('join the running turn after the results', async () => {
    const { chat, api } = await newChat([
      { blocks: [use('Bash', { command: 'sleep 0.2' })] },
      { blocks: [text('Both done.')] },
      { blocks: [text('Next.')] },
    ]);
    const first = chat.send('first');
    const second = chat.send('second');
    expect(chat.isWorking).toBe(true);
    expect(await first).toBe(await second);
    expect(api.requests[1]?.messages.at(-1)?.content).toMatchObject([{ type: 'tool_result' }, { text: 'second' }]);
    const queue = linesOf(chat.file).filter(({ type }) => type === 'queue-operation');
    expect(queue).toMatchObject([{ operation: 'enqueue', content: 'second' }, { operation: 'dequeue' }]);
    const predicted = comparable(resumed(chat.file, 'third'));
    await chat.send('third');
    expect(comparable(api.requests[2]?.messages ?? [])).toEqual(predicted);
    expect(isSound(chat.file)).toBe(true);
  });

  it('start a turn of their own if the running turn uses no tools', async () => {
    const { chat, api } = await newChat([{ blocks: [text('One.')] }, { blocks: [text('Two.')] }]);
    const turns = await Promise.all([chat.send('one'), chat.send('two')]);
    expect(turns.at(-1)?.text).toBe('Two.');
    expect(api.requests).toHaveLength(2);
  });

  it('can be taken back', async () => {
    const { chat, api, events } = await newChat([
      { blocks: [use('Bash', { command: 'sleep 0.1' })] },
      { blocks: [text('a')] },
    ]);
    const first = chat.send('first');
    const second = chat.send('second thoughts');
    expect(chat.takeBackQueue()).toEqual(['second thoughts']);
    expect(await second).toBeUndefined();
    await first;
    expect(api.requests).toHaveLength(2);
    expect(events.filter(({ type }) => type === 'queue')).toMatchObject([
      { operation: 'enqueue' },
      { operation: 'popAll' },
    ]);
  });

  it('wait for the end of the turn if they are slash commands', async () => {
    const { chat, events } = await newChat([
      { blocks: [use('Bash', { command: 'sleep 0.1' })] },
      { blocks: [text('a')] },
    ]);
    await Promise.all([chat.send('first'), chat.send('/cost')]);
    const order = events.map(({ type }) => type).filter((type) => type === 'turn_finished' || type === 'local_command');
    expect(order).toEqual(['turn_finished', 'local_command']);
  });
});
