import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ChatOptions } from '../../src/chat/options.js';
import { allTools } from '../../src/tools/all-tools.js';
import { BackgroundTasks } from '../../src/tools/tasks/background-tasks.js';
import { comparable, continueFrom, isSound, linesOf, newChat, resumed, untilWritten } from '../support/chat.js';
import { type ApiRequest, gate, type Step, text, use } from '../support/scripted-api.js';
import { until } from '../tools/support.js';

function background(): Pick<ChatOptions, 'tools' | 'tasks'> {
  const tasks = new BackgroundTasks();
  return { tasks, tools: allTools(undefined, tasks) };
}

const output = ({ messages }: ApiRequest) => JSON.stringify(messages);
const agent = (fields = {}) =>
  use('Agent', { description: 'Look', prompt: 'SUB', run_in_background: true, ...fields }, 'call1');

describe('a background agent', () => {
  it('returns at once; its report arrives as a notification that starts a turn', async () => {
    const answered = gate();
    const { chat, api, events } = await newChat((request): Step => {
      if (output(request).includes('"SUB"') && !output(request).includes('delegate')) {
        return { blocks: [text('The report.')], until: answered.opened };
      }
      if (output(request).includes('task-notification')) return { blocks: [text('Heard of it.')] };
      if (output(request).includes('async') || request.messages.length > 1)
        return { blocks: [text('It is under way.')] };
      return { blocks: [agent()] };
    }, background());
    expect(await chat.send('delegate')).toMatchObject({ text: 'It is under way.' });
    answered.open();
    await chat.settle(0);
    const lines = linesOf(chat.file);
    const launched = lines.find(({ toolUseResult }) => toolUseResult);
    expect(launched?.['toolUseResult']).toMatchObject({
      isAsync: true,
      status: 'async_launched',
      description: 'Look',
      prompt: 'SUB',
      agentId: expect.stringMatching(/^a[0-9a-f]{16}$/),
      outputFile: expect.stringContaining('/subagents/agent-a'),
    });
    const notified = lines.find(
      ({ origin }) => (origin as { kind?: string } | undefined)?.kind === 'task-notification',
    );
    expect(notified).toMatchObject({
      type: 'user',
      promptSource: 'system',
      turnOrigin: 'task_notification',
      queueSkipAttachments: true,
    });
    const words = JSON.stringify(notified?.['message']);
    expect(words).toContain('<tool-use-id>call1</tool-use-id>');
    expect(words).toContain('<status>completed</status>');
    expect(words).toContain('Agent \\"Look\\" finished');
    expect(words).toContain('<result>The report.</result>');
    expect(lines.filter(({ type }) => type === 'queue-operation').map(({ operation }) => operation)).toEqual([
      'enqueue',
      'dequeue',
    ]);
    expect(lines.filter(({ type }) => type === 'progress')).toEqual([]);
    expect(events.map(({ type }) => type)).toContain('notified_turn');
    expect(isSound(chat.file)).toBe(true);
    // The next turn still contains the report, both live and resumed.
    const predicted = comparable(resumed(chat.file, 'next'));
    await chat.send('next');
    const sent = api.requests.at(-1)?.messages ?? [];
    expect(JSON.stringify(sent)).toContain('The report.');
    expect((comparable(sent) as { content: unknown[] }[]).filter(({ content }) => content.length > 0)).toEqual(
      predicted,
    );
    await chat.close();
    const again = await newChat([{ blocks: [text('Going on.')] }], { start: continueFrom(chat.file) });
    await again.chat.send('and now');
    expect(JSON.stringify(again.api.requests[0]?.messages)).toContain('The report.');
  });

  it('joins a running turn after the results', async () => {
    const { chat, api } = await newChat((request): Step => {
      if (output(request).includes('"SUB"') && !output(request).includes('delegate'))
        return { blocks: [text('Quick.')] };
      if (output(request).includes('task-notification')) return { blocks: [text('Both known.')] };
      if (request.messages.length > 1)
        return { blocks: [use('Bash', { command: untilWritten('<task-notification>') })] };
      return { blocks: [agent()] };
    }, background());
    expect(await chat.send('delegate')).toMatchObject({ text: 'Both known.' });
    await chat.settle(0);
    const last = api.requests.at(-1)?.messages.at(-1)?.content ?? [];
    expect(last[0]).toMatchObject({ type: 'tool_result' });
    expect(JSON.stringify(last[1])).toContain('<system-reminder>\\n<task-notification>');
    expect(isSound(chat.file)).toBe(true);
  });

  it('survives an interrupted turn, and ends silently with TaskStop', async () => {
    const { chat, api, events } = await newChat((request): Step => {
      if (output(request).includes('"SUB"') && !output(request).includes('delegate')) {
        return { blocks: [text('begins')], hang: true };
      }
      if (output(request).includes('FINISH')) {
        const id = /Its ID: (a[0-9a-f]+)/.exec(output(request))?.[1] ?? '';
        return output(request).includes('Successfully stopped')
          ? { blocks: [text('Ended.')] }
          : { blocks: [use('TaskStop', { task_id: id })] };
      }
      if (request.messages.length > 1) return { blocks: [text('wait')], hang: true };
      return { blocks: [agent()] };
    }, background());
    const first = chat.send('delegate');
    await until(() => api.requests.length === 3);
    await until(() => events.some((event) => event.type === 'text_delta'));
    chat.interrupt();
    expect(await first).toMatchObject({ reason: 'interrupted' });
    await until(() => api.dropped === 1);
    expect(await chat.send('FINISH')).toMatchObject({ text: 'Ended.' });
    await chat.settle(0);
    expect(events.filter(({ type }) => type === 'task_finished')).toMatchObject([{ task: { status: 'killed' } }]);
    expect(events.some(({ type }) => type === 'notified_turn')).toBe(false);
    expect(isSound(chat.file)).toBe(true);
  });

  it('can be waited for with TaskOutput', async () => {
    const { chat, events } = await newChat((request): Step => {
      if (output(request).includes('"SUB"') && !output(request).includes('delegate')) {
        return { blocks: [text('The long report.')], slowMs: 50 };
      }
      const id = /Its ID: (a[0-9a-f]+)/.exec(output(request))?.[1];
      if (id === undefined) return { blocks: [agent()] };
      return output(request).includes('retrieval_status')
        ? { blocks: [text('Read.')] }
        : { blocks: [use('TaskOutput', { task_id: id })] };
    }, background());
    await chat.send('delegate');
    await chat.settle(0);
    const waited = events.find((event) => event.type === 'tool_finished' && event.call.name === 'TaskOutput');
    expect(waited).toMatchObject({
      result: {
        toolUseResult: {
          retrieval_status: 'success',
          task: { task_type: 'local_agent', status: 'completed', output: 'The long report.' },
        },
      },
    });
  });

  it('is stopped when the chat ends or switches to another session', async () => {
    const step = (request: ApiRequest): Step => {
      if (output(request).includes('"SUB"') && !output(request).includes('delegate'))
        return { blocks: [text('x')], hang: true };
      return request.messages.length > 1 ? { blocks: [text('ok')] } : { blocks: [agent()] };
    };
    const one = await newChat(step, background());
    await one.chat.send('delegate');
    await one.chat.close();
    await until(() => one.api.dropped === 1);
    const two = await newChat(step, background());
    await two.chat.send('delegate');
    await two.chat.send('/clear');
    await two.chat.settle(0);
    expect(two.events.some(({ type }) => type === 'notified_turn')).toBe(false);
    expect(existsSync(two.chat.file)).toBe(false);
  });
});

describe('a background command', () => {
  it('is reported when it ends', async () => {
    const { chat, events } = await newChat((request): Step => {
      if (output(request).includes('task-notification')) return { blocks: [text('Heard.')] };
      if (request.messages.length > 1) return { blocks: [text('Started.')] };
      const input = { command: 'sleep 0.2; exit 3', description: 'Nap', run_in_background: true };
      return { blocks: [use('Bash', input, 'nap')] };
    }, background());
    await chat.send('go');
    await chat.settle(60_000);
    const notified = linesOf(chat.file).find(({ promptSource }) => promptSource === 'system');
    const words = JSON.stringify(notified?.['message']);
    expect(words).toContain('Background command \\"Nap\\" failed (exit code 3)');
    expect(words).toContain('<status>failed</status>');
    expect(events.at(-1)).toMatchObject({ type: 'notified_turn', turn: { text: 'Heard.' } });
    expect(isSound(chat.file)).toBe(true);
  });

  it('is not waited for indefinitely', async () => {
    const { chat } = await newChat((request): Step => {
      if (request.messages.length > 1) return { blocks: [text('Started.')] };
      return { blocks: [use('Bash', { command: 'sleep 300', run_in_background: true })] };
    }, background());
    await chat.send('go');
    await chat.settle(50);
  });
});
