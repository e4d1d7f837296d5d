import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { slugOf } from '@unspool/session/locate';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../src/loop/event.js';
import type { Tool } from '../../src/tools/tool.js';
import { continueFrom, isSound, linesOf, newChat, newPlace } from '../support/chat.js';
import { fillDiskUnder } from '../support/full-disk.js';
import { text, use } from '../support/scripted-api.js';
import { testTools } from '../support/tools.js';

describe('a file that cannot be written', () => {
  it('stops the turn with a clear message, and later prompts work again', async () => {
    const place = newPlace();
    const projects = join(place.configDir, 'projects');
    rmSync(projects, { recursive: true });
    writeFileSync(projects, 'not a folder');
    const { chat, api, events } = await newChat([{ blocks: [text('ok')] }], { place });
    expect(await chat.send('hi')).toMatchObject({ reason: 'interrupted' });
    expect(api.requests).toHaveLength(0);
    const notices = events.filter(({ type }) => type === 'notice');
    expect(notices).toMatchObject([
      { level: 'error', message: expect.stringContaining('cannot write the session file') },
    ]);
    rmSync(projects);
    expect(await chat.send('again')).toMatchObject({ reason: 'end_turn' });
    expect(isSound(chat.file)).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')('because the disk is full gives that reason', async () => {
    const { chat, api, place } = await newChat([{ blocks: [text('ok')] }]);
    await chat.send('hi');
    await chat.close();
    const start = continueFrom(chat.file);
    if (start.kind !== 'continue') throw new Error('it must be continued');
    // A device that is always full.
    const full = join(place.cwd, 'full.jsonl');
    symlinkSync('/dev/full', full);
    const opened = { ...start.opened, file: full };
    const again = await newChat([], { place, api, start: { kind: 'continue', opened } });
    expect(await again.chat.send('more')).toMatchObject({ reason: 'interrupted' });
    expect(again.events.filter(({ type }) => type === 'notice')).toMatchObject([
      { message: expect.stringContaining('ENOSPC') },
    ]);
    expect(api.requests).toHaveLength(1);
  });
});

describe('a file of a sub-agent that cannot be written', () => {
  it.skipIf(process.platform !== 'linux')('stops the agent, and the parent learns why', async () => {
    const { chat, api, place, events } = await newChat(({ messages }, count) => {
      const output = JSON.stringify(messages);
      if (output.includes('SUB') && !output.includes('delegate')) return { blocks: [text('The report.')] };
      if (count === 0) return { blocks: [use('Agent', { description: 'Look', prompt: 'SUB' })] };
      return { blocks: [text('I heard.')] };
    });
    const agents = join(place.configDir, 'projects', slugOf(place.cwd), chat.sessionId, 'subagents');
    mkdirSync(dirname(agents), { recursive: true });
    // A folder where every file is the device that is always full.
    const link = (event: AgentEvent) => {
      if (event.type !== 'agent_started') return;
      fillDiskUnder(join(agents, `agent-${event.agentId}.jsonl`));
    };
    chat.listen(link);
    expect(await chat.send('delegate')).toMatchObject({ reason: 'end_turn', text: 'I heard.' });
    const result = JSON.stringify(api.requests.at(-1)?.messages.at(-1));
    expect(result).toContain('cannot write its file');
    expect(result).toContain('ENOSPC');
    expect(events.find(({ type }) => type === 'agent_finished')).toMatchObject({ isError: true });
    expect(isSound(chat.file)).toBe(true);
  });
});

describe('a slash command', () => {
  it.skipIf(process.platform !== 'linux')('that could not be written is not a success', async () => {
    const { chat, events } = await newChat([{ blocks: [text('ok')] }, { blocks: [text('A summary.')] }]);
    await chat.send('hi');
    fillDiskUnder(chat.file);
    await chat.send('/compact');
    expect(events.filter(({ type }) => type === 'local_command')).toMatchObject([
      { name: 'compact', isError: true, output: expect.stringContaining('ENOSPC') },
    ]);
  });
});

describe('a tool', () => {
  const broken: Tool = {
    name: 'Broken',
    description: 'throws',
    inputSchema: { type: 'object' },
    isReadOnly: () => true,
    run: async () => {
      throw new Error('a defect');
    },
  };
  const deaf: Tool = { ...broken, name: 'Deaf', run: () => new Promise(() => {}) };

  it('that throws is a failed call, not a lost conversation', async () => {
    const { chat, api } = await newChat([{ blocks: [use('Broken', {})] }, { blocks: [text('ok')] }], {
      tools: [...testTools, broken],
    });
    expect(await chat.send('go')).toMatchObject({ reason: 'end_turn' });
    expect(api.requests[1]?.messages.at(-1)?.content[0]).toMatchObject({ is_error: true, content: 'Error: a defect' });
  });

  it('that hangs and ignores Esc is abandoned', async () => {
    const { chat, events } = await newChat([{ blocks: [use('Deaf', {})] }], { tools: [deaf] });
    const turn = chat.send('go');
    while (!events.some(({ type }) => type === 'tool_started')) await new Promise((resolve) => setTimeout(resolve, 5));
    chat.interrupt();
    expect(await turn).toMatchObject({ reason: 'interrupted' });
    expect(linesOf(chat.file).find(({ toolDenialKind }) => toolDenialKind)).toMatchObject({
      toolUseResult: 'User rejected tool use',
    });
    expect(isSound(chat.file)).toBe(true);
  });

  it('may keep a large output beside the session', async () => {
    const large: Tool = {
      ...broken,
      name: 'Large',
      run: async (_, context) => ({ content: context.offload({ text: 'line\n'.repeat(50_000) }).stub }),
    };
    const { chat, api } = await newChat([{ blocks: [use('Large', {}, '../../x')] }, { blocks: [text('ok')] }], {
      tools: [large],
    });
    await chat.send('go');
    const result = api.requests[1]?.messages.at(-1)?.content[0] as { content: string } | undefined;
    expect(result?.content).toContain('Output too large (244.1KB)');
    expect(result?.content).toContain(join(dirname(chat.file), chat.sessionId, 'tool-results', '______x.txt'));
    expect(result?.content.length).toBeLessThan(3000);
  });
});
