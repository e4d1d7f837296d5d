import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PermissionRequest } from '../../src/loop/event.js';
import { isSound, linesOf, newChat } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';

const write = [{ blocks: [use('Write', { file_path: 'a.txt', content: 'a' })] }, { blocks: [text('ok')] }];

describe('a call that needs permission', () => {
  it('is denied if nobody can answer', async () => {
    const { chat, api, place } = await newChat(write, { permissionMode: 'default' });
    expect(await chat.send('write')).toMatchObject({ reason: 'end_turn' });
    expect(existsSync(join(place.cwd, 'a.txt'))).toBe(false);
    expect(api.requests[1]?.messages.at(-1)?.content[0]).toMatchObject({ is_error: true });
  });

  it('runs if the user allows it', async () => {
    const { chat, place, events } = await newChat(write, { permissionMode: 'default', canAsk: true });
    answerWith(chat, ({ id }) => chat.answer(id, { behavior: 'allow' }));
    await chat.send('write');
    expect(existsSync(join(place.cwd, 'a.txt'))).toBe(true);
    expect(events.filter(({ type }) => type.startsWith('permission'))).toHaveLength(2);
    expect(linesOf(chat.file).find(({ permissionDecision }) => permissionDecision)).toMatchObject({
      permissionDecision: { decision: 'accept', source: 'user' },
    });
  });

  it('stops the turn if the user denies it without a reason', async () => {
    const { chat, api } = await newChat(write, { permissionMode: 'default', canAsk: true });
    answerWith(chat, ({ id }) => chat.answer(id, { behavior: 'deny' }));
    expect(await chat.send('write')).toMatchObject({ reason: 'interrupted' });
    expect(api.requests).toHaveLength(1);
    expect(isSound(chat.file)).toBe(true);
  });

  it("passes the user's reason to the model", async () => {
    const { chat, api } = await newChat(write, { permissionMode: 'default', canAsk: true });
    answerWith(chat, ({ id }) => chat.answer(id, { behavior: 'deny', message: 'use b.txt' }));
    expect(await chat.send('write')).toMatchObject({ reason: 'end_turn' });
    expect(JSON.stringify(api.requests[1]?.messages.at(-1))).toContain('use b.txt');
  });

  it('can be interrupted while the question is open', async () => {
    const { chat } = await newChat(write, { permissionMode: 'default', canAsk: true });
    answerWith(chat, () => chat.interrupt());
    expect(await chat.send('write')).toMatchObject({ reason: 'interrupted' });
    expect(isSound(chat.file)).toBe(true);
  });
});

function answerWith(
  chat: Awaited<ReturnType<typeof newChat>>['chat'],
  answer: (request: PermissionRequest) => void,
): void {
  chat.listen((event) => {
    if (event.type === 'permission_asked') setTimeout(() => answer(event.request), 5);
  });
}
