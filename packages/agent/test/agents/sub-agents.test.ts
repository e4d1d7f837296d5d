import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSession, turnsOf } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { isSound, linesOf, newChat, newPlace, resumed } from '../support/chat.js';
import { type ApiRequest, type Step, text, thinking, use } from '../support/scripted-api.js';

const prompt = ({ messages }: ApiRequest) =>
  messages[0]?.content.map((block) => String((block as { text?: string }).text ?? '')).join('') ?? '';
const isFirst = ({ messages }: ApiRequest) => messages.length === 1;

describe('sub-agents', () => {
  it('run in parallel, each in its own file, and report to their call', async () => {
    const { chat, api, events } = await newChat((request): Step => {
      if (prompt(request).includes('Look at A') || prompt(request).includes('Look at B')) {
        if (!isFirst(request)) return { blocks: [text('Report.')], inputTokens: 500 };
        return { blocks: [thinking('sub'), use('Read', { file_path: 'README.md' })] };
      }
      if (!isFirst(request)) return { blocks: [text('Both are back.')] };
      return {
        blocks: [
          use('Agent', { description: 'A', prompt: 'Look at A', subagent_type: 'general-purpose' }, 'callA'),
          use('Task', { description: 'B', prompt: 'Look at B', subagent_type: 'Explore' }, 'callB'),
        ],
      };
    });
    expect(await chat.send('delegate')).toMatchObject({ reason: 'end_turn', text: 'Both are back.' });
    expect(api.requests).toHaveLength(6);
    const folder = join(dirname(chat.file), chat.sessionId, 'subagents');
    const metas = readdirSync(folder).filter((name) => name.endsWith('.meta.json'));
    expect(metas.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).toolUseId).sort()).toEqual([
      'callA',
      'callB',
    ]);
    const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    for (const name of files) {
      const lines = linesOf(join(folder, name));
      expect(lines.every(({ isSidechain, agentId }) => isSidechain && name === `agent-${agentId}.jsonl`)).toBe(true);
      expect(lines.some(({ toolUseResult }) => toolUseResult)).toBe(false);
      expect(lines[0]).toMatchObject({ parentUuid: null, type: 'user', sessionId: chat.sessionId });
    }
    const results = linesOf(chat.file).filter(({ toolUseResult }) => toolUseResult);
    expect(results.map(({ toolUseResult }) => toolUseResult)).toMatchObject([
      {
        status: 'completed',
        content: [{ type: 'text', text: 'Report.' }],
        totalTokens: 1642,
        totalToolUseCount: 1,
        toolStats: { readCount: 1 },
      },
      { status: 'completed' },
    ]);
    const progress = linesOf(chat.file).filter(({ type }) => type === 'progress');
    expect(progress.length).toBeGreaterThanOrEqual(6);
    expect(progress[0]).toMatchObject({ data: { type: 'agent_progress', agentId: expect.any(String) } });
    expect(events.filter(({ type }) => type === 'agent_finished')).toHaveLength(2);
    expect(isSound(chat.file)).toBe(true);
    expect(turnsOf(openSession(chat.file)).turns).toHaveLength(1);
    expect(resumed(chat.file)).toHaveLength(4);
  });

  it('nest up to a maximum depth', async () => {
    const { chat, api } = await newChat((request): Step => {
      if (!isFirst(request)) return { blocks: [text('back')] };
      const canNest = request.tools.some(({ name }) => name === 'Agent');
      return { blocks: canNest ? [use('Agent', { description: 'deeper', prompt: 'deeper' })] : [text('the bottom')] };
    });
    await chat.send('go');
    const depths = readMetas(chat.file, chat.sessionId).map(({ spawnDepth }) => spawnDepth);
    expect(depths.sort()).toEqual([1, 2, 3]);
    expect(api.requests).toHaveLength(7);
  });

  it("take prompt, tools and model from the project's definition", async () => {
    const place = newPlace();
    mkdirSync(join(place.cwd, '.claude/agents'), { recursive: true });
    writeFileSync(
      join(place.cwd, '.claude/agents/reviewer.md'),
      '---\nname: reviewer\ndescription: Reviews\ntools: Read, Bash(ls:*)\nmodel: haiku\n---\nYou review.\n',
    );
    const { chat, api } = await newChat(
      (request, count): Step =>
        count === 0
          ? { blocks: [use('Agent', { description: 'r', prompt: 'review', subagent_type: 'reviewer' })] }
          : { blocks: [text(isFirst(request) ? 'fine' : 'end')] },
      { place },
    );
    await chat.send('review it');
    expect(api.requests[1]).toMatchObject({
      model: 'claude-haiku-5-5',
      max_tokens: 128_000,
      system: [{ text: 'You review.' }, {}],
    });
    expect(api.requests[1]?.tools.map(({ name }) => name)).toEqual(['Read']);
  });

  it('report an unknown type and a failure', async () => {
    const { chat, api } = await newChat([
      {
        blocks: [
          use('Agent', { description: 'x', prompt: 'x', subagent_type: 'nobody' }),
          use('Agent', { description: 'y', prompt: 'y' }),
        ],
      },
      { status: 400, errorType: 'invalid_request_error', message: 'no' },
      { blocks: [text('I see.')] },
    ]);
    expect(await chat.send('go')).toMatchObject({ reason: 'end_turn' });
    const results = api.requests[2]?.messages.at(-1)?.content as { content: string; is_error?: boolean }[];
    expect(results[0]).toMatchObject({ is_error: true, content: expect.stringContaining('general-purpose, Explore') });
    expect(results[1]).toMatchObject({ is_error: true, content: expect.stringContaining('400 no') });
  });

  it('stop with the turn', async () => {
    const { chat, events } = await newChat((request): Step => {
      if (prompt(request).includes('sleep')) return { blocks: [use('Bash', { command: 'echo begin; sleep 60' })] };
      return { blocks: [use('Agent', { description: 's', prompt: 'sleep' })] };
    });
    const turn = chat.send('go');
    while (!events.some((event) => event.type === 'agent' && event.event.type === 'tool_progress')) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    chat.interrupt();
    expect(await turn).toMatchObject({ reason: 'interrupted' });
    expect(isSound(chat.file)).toBe(true);
  });
});

function readMetas(file: string, sessionId: string): { spawnDepth: number }[] {
  const folder = join(dirname(file), sessionId, 'subagents');
  const names = readdirSync(folder).filter((name) => name.endsWith('.meta.json'));
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { spawnDepth: number });
}
