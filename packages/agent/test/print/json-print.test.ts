import type { JsonObject } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { runPrint } from '../../src/print/print-mode.js';
import { newChat } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';
import { objects, print, sdk } from './support.js';

const user = (content: string) => JSON.stringify({ type: 'user', message: { role: 'user', content } });

async function* given(...lines: string[]): AsyncGenerator<string> {
  yield* lines;
}

describe('print mode in JSON', () => {
  it('lists servers and tools', async () => {
    const servers = () => [
      { name: 'a', status: 'connected' as const, tools: 2 },
      { name: 'b', status: 'failed' as const, tools: 0 },
      { name: 'c', status: 'refused' as const, tools: 0 },
    ];
    const { chat } = await newChat([{ blocks: [text('x')] }], { ...sdk, servers });
    const { out } = await print(chat, { prompt: 'ask', format: 'stream-json' });
    const mcp_servers = [
      { name: 'a', status: 'connected' },
      { name: 'b', status: 'failed' },
      { name: 'c', status: 'disabled' },
    ];
    expect(objects(out)[0]).toMatchObject({ subtype: 'init', mcp_servers, tools: expect.arrayContaining(['Read']) });
  });

  it('takes the prompt, agents and hooks of the driving program', async () => {
    const { chat, api } = await newChat(
      [{ blocks: [use('Read', { file_path: 'README.md' })] }, { blocks: [text('Done.')] }],
      sdk,
    );
    const request = {
      subtype: 'initialize',
      systemPrompt: ['You are a parrot.'],
      appendSystemPrompt: 'Be brief.',
      agents: { critic: { description: 'judges', prompt: 'Judge.', tools: ['Read'] } },
      hooks: { PreToolUse: [{ matcher: 'Read', hookCallbackIds: ['hook_0'] }] },
    };
    const queue: string[] = [JSON.stringify({ type: 'control_request', request_id: 'init', request }), user('go')];
    let wake = () => {};
    let isOver = false;
    async function* lines(): AsyncGenerator<string> {
      while (!isOver || queue.length > 0) {
        const next = queue.shift();
        if (next !== undefined) yield next;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    }
    const printed: JsonObject[] = [];
    const answer = (request_id: unknown) => {
      const hookSpecificOutput = { permissionDecision: 'deny', permissionDecisionReason: 'the driver says no' };
      const response = { subtype: 'success', request_id, response: { hookSpecificOutput } };
      queue.push(JSON.stringify({ type: 'control_response', response }));
      wake();
    };
    const out = (output: string) => {
      for (const message of objects(output)) {
        printed.push(message);
        if (message['type'] === 'control_request') answer(message['request_id']);
        if (message['type'] === 'result') {
          isOver = true;
          wake();
        }
      }
    };
    await print(chat, { format: 'stream-json', lines: lines(), out });
    expect(printed.find(({ type }) => type === 'control_request')?.['request']).toMatchObject({
      subtype: 'hook_callback',
      callback_id: 'hook_0',
      input: { hook_event_name: 'PreToolUse', tool_name: 'Read' },
    });
    expect(JSON.stringify(api.requests[0]?.system)).toContain('You are a parrot.');
    expect(JSON.stringify(api.requests[0]?.system)).toContain('Be brief.');
    expect(JSON.stringify(api.requests[0]?.tools)).toContain('critic: judges');
    expect(JSON.stringify(api.requests[1]?.messages)).toContain('the driver says no');
  });

  it('prints one result as JSON', async () => {
    const { chat } = await newChat([{ blocks: [text('The answer.')] }], sdk);
    const { code, out } = await print(chat, { prompt: 'ask', format: 'json' });
    expect(code).toBe(0);
    expect(objects(out)).toMatchObject([
      {
        type: 'result',
        subtype: 'success',
        is_error: false,
        num_turns: 1,
        result: 'The answer.',
        session_id: chat.sessionId,
        total_cost_usd: 0.01,
        usage: { input_tokens: 10, output_tokens: 42 },
        permission_denials: [],
      },
    ]);
  });

  it('prints every message as a line of JSON', async () => {
    const { chat } = await newChat(
      [{ blocks: [text('I read.'), use('Read', { file_path: 'README.md' })] }, { blocks: [text('Done.')] }],
      sdk,
    );
    const { out } = await print(chat, { prompt: 'read', format: 'stream-json' });
    const output = objects(out);
    expect(output.map(({ type, subtype }) => subtype ?? type)).toEqual([
      'init',
      'assistant',
      'assistant',
      'user',
      'assistant',
      'success',
    ]);
    expect(output[0]).toMatchObject({
      cwd: expect.any(String),
      tools: ['Read', 'Write', 'Bash', 'Agent'],
      permissionMode: 'bypassPermissions',
    });
    expect(output[3]).toMatchObject({
      message: { content: [{ type: 'tool_result', content: '# A project\n' }] },
      tool_use_result: { type: 'text' },
      parent_tool_use_id: null,
    });
    expect(output.every(({ session_id }) => session_id === chat.sessionId)).toBe(true);
  });

  it('prints partial messages on request', async () => {
    const { chat } = await newChat([{ blocks: [text('In several pieces, as it streams.')] }], sdk);
    const { out } = await print(chat, { prompt: 'x', format: 'stream-json', partial: true });
    const pieces = objects(out).filter(({ type }) => type === 'stream_event');
    expect(pieces.length).toBeGreaterThan(3);
  });

  it('names the call a sub-agent’s messages belong to', async () => {
    const { chat } = await newChat(
      [
        { blocks: [use('Agent', { description: 'd', prompt: 'p' }, 'call')] },
        { blocks: [text('sub')] },
        { blocks: [text('end')] },
      ],
      sdk,
    );
    const { out } = await print(chat, { prompt: 'x', format: 'stream-json' });
    const sub = objects(out).find(
      ({ parent_tool_use_id }) => parent_tool_use_id !== null && parent_tool_use_id !== undefined,
    );
    expect(sub).toMatchObject({ parent_tool_use_id: 'call', message: { content: [{ text: 'sub' }] } });
  });

  it('takes prompts as lines, one turn each, and control requests in between', async () => {
    const { chat, api } = await newChat([{ blocks: [text('One.')] }, { blocks: [text('Two.')] }], sdk);
    const lines = given(
      JSON.stringify({ type: 'control_request', request_id: 'r1', request: { subtype: 'initialize' } }),
      user('one'),
      JSON.stringify({
        type: 'control_request',
        request_id: 'r2',
        request: { subtype: 'set_permission_mode', mode: 'plan' },
      }),
      JSON.stringify({ type: 'control_request', request_id: 'r3', request: { subtype: 'no_such' } }),
      user('two'),
      'not json',
    );
    const { code, out, err } = await print(chat, { lines, format: 'stream-json' });
    expect(code).toBe(0);
    expect(err).toContain('not json');
    const output = objects(out);
    expect(output.filter(({ type }) => type === 'result').map(({ result }) => result)).toEqual(['One.', 'Two.']);
    const responses = output
      .filter(({ type }) => type === 'control_response')
      .map(({ response }) => response as JsonObject);
    expect(responses.map(({ request_id, subtype }) => [request_id, subtype])).toEqual([
      ['r1', 'success'],
      ['r2', 'success'],
      ['r3', 'error'],
    ]);
    expect(api.requests).toHaveLength(2);
    expect(chat.permissionMode).toBe('plan');
  });

  it('asks the driving program for permission', async () => {
    const { chat } = await newChat(
      [{ blocks: [use('Write', { file_path: 'a', content: 'a' }, 'w')] }, { blocks: [text('ok')] }],
      {
        ...sdk,
        permissionMode: 'default',
        canAsk: true,
      },
    );
    let answer: (line: string) => void = () => {};
    const answered = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const lines = (async function* () {
      yield user('write');
      yield await answered;
    })();
    const out: JsonObject[] = [];
    const code = await runPrint({
      chat,
      prompt: undefined,
      lines,
      format: 'stream-json',
      partial: false,
      replay: false,
      apiKeySource: 'none',
      err: () => {},
      newUuid: () => 'id',
      out: (output) => {
        out.push(...objects(output));
        const asked = objects(output).find(({ type }) => type === 'control_request');
        if (!asked) return;
        const response = { behavior: 'allow', updatedInput: { file_path: 'b', content: 'b' } };
        const request_id = asked['request_id'];
        answer(JSON.stringify({ type: 'control_response', response: { subtype: 'success', request_id, response } }));
      },
    });
    expect(code).toBe(0);
    expect(out.find(({ type }) => type === 'control_request')).toMatchObject({
      request: { subtype: 'can_use_tool', tool_name: 'Write', tool_use_id: 'w' },
    });
    expect(JSON.stringify(out)).toMatch(/written: .*b"/);
  });
});
