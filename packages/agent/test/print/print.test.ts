import { describe, expect, it } from 'vitest';
import { BackgroundTasks } from '../../src/tools/tasks/background-tasks.js';
import { linesOf, newChat } from '../support/chat.js';
import { type ApiRequest, gate, type Step, text, thinking, use } from '../support/scripted-api.js';
import { objects, print, sdk } from './support.js';

describe('print mode', () => {
  it('prints the last text', async () => {
    const { chat } = await newChat([{ blocks: [thinking('hm'), text('The answer.')] }], sdk);
    expect(await print(chat, { prompt: 'ask' })).toEqual({ code: 0, out: 'The answer.\n', err: '' });
    expect(linesOf(chat.file).find(({ type }) => type === 'user')).toMatchObject({
      entrypoint: 'sdk-cli',
      promptSource: 'sdk',
      permissionMode: 'bypassPermissions',
    });
  });

  it('exits with 1 if a command failed', async () => {
    const { chat } = await newChat([{ blocks: [text('x')] }], sdk);
    await chat.send('one');
    expect(await print(chat, { prompt: '/rewind 99' })).toMatchObject({ code: 1, out: '' });
    const { code, out } = await print(chat, { prompt: '/rewind 99', format: 'json' });
    expect(code).toBe(1);
    expect(objects(out)[0]).toMatchObject({
      is_error: true,
      result: 'There is no prompt 99. Type /rewind for the list.',
    });
    expect((await print(chat, { prompt: '/cost' })).code).toBe(0);
  });

  it('exits with 1 if the model refuses, or never finishes', async () => {
    for (const stop_reason of ['refusal', 'max_tokens']) {
      const { chat } = await newChat(() => ({ blocks: [text('No.')], stop_reason }), sdk);
      const { code, out } = await print(chat, { prompt: 'ask', format: 'json' });
      expect(code).toBe(1);
      expect(objects(out)[0]).toMatchObject({
        subtype: 'success',
        is_error: true,
        stop_reason,
        result: expect.stringContaining('API Error: '),
      });
      const again = await print(chat, { prompt: 'again' });
      expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('API error: ') });
    }
  });

  it('makes no further request once the budget is spent', async () => {
    const steps = [1, 2, 3].map(() => ({ blocks: [use('Read', { file_path: 'README.md' })] }));
    const { chat, api } = await newChat(steps, { ...sdk, maxBudget: 0.015 });
    const { code, out } = await print(chat, { prompt: 'ask', format: 'json' });
    expect(code).toBe(1);
    expect(objects(out)[0]).toMatchObject({ subtype: 'error_max_budget_usd', is_error: true });
    expect(api.requests).toHaveLength(2);
  });

  it('waits for a background agent; its notification starts the turn that is the answer', async () => {
    const delegating = async () => {
      const over = gate();
      const answer = ({ messages }: ApiRequest): Step => {
        const output = JSON.stringify(messages);
        if (output.includes('SUB') && !output.includes('delegate'))
          return { blocks: [text('The report.')], until: over.opened };
        if (output.includes('task-notification')) return { blocks: [text('Now I know.')] };
        if (messages.length > 1) return { blocks: [text('Under way.')] };
        return { blocks: [use('Agent', { description: 'Look', prompt: 'SUB', run_in_background: true })] };
      };
      const { chat } = await newChat(answer, { ...sdk, tasks: new BackgroundTasks() });
      chat.listen(({ type }) => type === 'turn_finished' && over.open());
      return chat;
    };
    expect(await print(await delegating(), { prompt: 'delegate' })).toEqual({ code: 0, out: 'Now I know.\n', err: '' });
    const { out } = await print(await delegating(), { prompt: 'delegate', format: 'stream-json' });
    const printed = objects(out);
    expect(printed.filter(({ type }) => type === 'result')).toMatchObject([
      { result: 'Under way.' },
      { result: 'Now I know.' },
    ]);
    expect(printed.filter(({ subtype }) => /^task_/.test(String(subtype)))).toMatchObject([
      { subtype: 'task_started', task_type: 'local_agent', description: 'Look' },
      { subtype: 'task_notification', status: 'completed', summary: 'Agent "Look" finished' },
    ]);
  });

  it('says on stderr what failed, and exits with 1', async () => {
    const { chat } = await newChat([{ status: 400, errorType: 'invalid_request_error', message: 'bad' }], sdk);
    expect(await print(chat, { prompt: 'ask' })).toEqual({ code: 1, out: '', err: 'API error: 400 bad\n' });
  });

  it('lists denied calls in the result', async () => {
    const { chat } = await newChat(
      [{ blocks: [use('Write', { file_path: 'a', content: 'a' })] }, { blocks: [text('ok')] }],
      {
        ...sdk,
        permissionMode: 'default',
      },
    );
    const { out } = await print(chat, { prompt: 'x', format: 'json' });
    expect(objects(out)[0]).toMatchObject({
      permission_denials: [{ tool_name: 'Write', tool_input: { file_path: 'a' } }],
    });
  });

  it('exits with 1 at --max-turns', async () => {
    const { chat } = await newChat(() => ({ blocks: [use('Read', { file_path: 'README.md' })] }), {
      ...sdk,
      maxTurns: 1,
    });
    const { code, out } = await print(chat, { prompt: 'x', format: 'json' });
    expect([code, objects(out)[0]?.['subtype']]).toEqual([1, 'error_max_turns']);
  });

  it('answers commands', async () => {
    const { chat } = await newChat([], sdk);
    expect((await print(chat, { prompt: '/cost' })).out).toContain('$0.0000');
    expect(await print(chat, { prompt: '/nothing' })).toMatchObject({
      code: 1,
      err: 'Unknown command /nothing. Type /help for a list.\n',
    });
  });
});
