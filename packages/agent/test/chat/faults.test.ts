import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../src/tools/tool.js';
import { continueFrom, isSound, linesOf, newChat, newPlace } from '../support/chat.js';
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
    expect(notices).toMatchObject([{ level: 'error', message: expect.stringContaining('could not be written') }]);
    rmSync(projects);
    expect(await chat.send('again')).toMatchObject({ reason: 'end_turn' });
    expect(isSound(chat.file)).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')('because the disk is full says so', async () => {
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

  it('that hangs and does not listen is left behind at Esc', async () => {
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
