import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PermissionAnswer } from '../../src/loop/event.js';
import { allTools } from '../../src/tools/all-tools.js';
import { isSound, linesOf, newChat, type TestChat } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';

const tools = allTools();
const options = [
  { label: 'A', description: 'a' },
  { label: 'B', description: 'b' },
];
const questions = [{ question: 'Which?', header: 'Pick', multiSelect: false, options }];

function answerWith({ chat }: TestChat, answer: PermissionAnswer): void {
  chat.listen((event) => {
    if (event.type === 'permission_asked') chat.answer(event.request.id, answer);
  });
}

describe('AskUserQuestion', () => {
  it('passes the answers to the model, in every mode', async () => {
    const test = await newChat([{ blocks: [use('AskUserQuestion', { questions })] }, { blocks: [text('So A.')] }], {
      tools,
      canAsk: true,
    });
    answerWith(test, { behavior: 'allow', updatedInput: { questions, answers: { 'Which?': 'A' } } });
    expect(await test.chat.send('ask me')).toMatchObject({ text: 'So A.' });
    const line = linesOf(test.chat.file).find(({ toolUseResult }) => toolUseResult);
    expect(line?.['toolUseResult']).toEqual({ questions, answers: { 'Which?': 'A' }, annotations: {} });
  });

  it('is denied if nobody can answer', async () => {
    const { chat, events } = await newChat(
      [{ blocks: [use('AskUserQuestion', { questions })] }, { blocks: [text('Then not.')] }],
      { tools },
    );
    expect(await chat.send('ask me')).toMatchObject({ text: 'Then not.' });
    expect(events.find(({ type }) => type === 'tool_finished')).toMatchObject({
      notRun: 'denied',
      result: { isError: true },
    });
  });
});

describe('plan mode', () => {
  const plan = '# Plan\n\n1. Do it\n';

  it('is announced to the model, ends with an approved plan, and its end is announced', async () => {
    const test = await newChat(
      [{ blocks: [use('ExitPlanMode', { plan })] }, { blocks: [text('I begin.')] }, { blocks: [text('More.')] }],
      { tools, canAsk: true, permissionMode: 'plan' },
    );
    const { chat, api, place } = test;
    answerWith(test, { behavior: 'allow' });
    await chat.send('plan it');
    expect(chat.permissionMode).toBe('default');
    const lines = linesOf(chat.file);
    const { toolUseResult } = lines.find((line) => line['toolUseResult']) ?? {};
    expect(toolUseResult).toEqual({
      plan,
      isAgent: false,
      filePath: expect.stringContaining(`${place.configDir}/plans/`),
    });
    expect(readFileSync((toolUseResult as { filePath: string }).filePath, 'utf8')).toBe(plan);
    expect(lines.filter(({ type }) => type === 'attachment')).toMatchObject([
      { attachment: { type: 'plan_mode', planExists: false } },
    ]);
    expect(JSON.stringify(api.requests[0]?.messages)).toContain('Plan mode is on.');
    await chat.send('more');
    expect(JSON.stringify(api.requests[2]?.messages)).toContain('Plan mode is over.');
    expect(
      linesOf(chat.file)
        .filter(({ type }) => type === 'attachment')
        .at(-1),
    ).toMatchObject({
      attachment: { type: 'plan_mode_exit', planExists: true },
    });
    expect(isSound(chat.file)).toBe(true);
  });

  it('switches to the mode that the answer chose, and stays after a refusal', async () => {
    const steps = [{ blocks: [use('ExitPlanMode', { plan })] }, { blocks: [text('ok')] }];
    const yes = await newChat(steps, { tools, canAsk: true, permissionMode: 'plan' });
    answerWith(yes, {
      behavior: 'allow',
      updates: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
    });
    await yes.chat.send('plan it');
    expect(yes.chat.permissionMode).toBe('acceptEdits');
    const no = await newChat(steps, { tools, canAsk: true, permissionMode: 'plan' });
    answerWith(no, { behavior: 'deny', message: 'not yet' });
    await no.chat.send('plan it');
    expect(no.chat.permissionMode).toBe('plan');
    expect(JSON.stringify(no.api.requests[1]?.messages)).toContain('not yet');
  });

  it('does not end by a call in another mode', async () => {
    const { chat, events } = await newChat([{ blocks: [use('ExitPlanMode', { plan })] }, { blocks: [text('ok')] }], {
      tools,
      canAsk: true,
    });
    await chat.send('go');
    expect(events.find(({ type }) => type === 'tool_finished')).toMatchObject({ notRun: 'denied' });
  });
});
