import { expect, it } from 'vitest';
import { editTool } from '../../src/tools/files/edit-tool.js';
import { notebookEditTool } from '../../src/tools/files/notebook-edit-tool.js';
import { readTool } from '../../src/tools/files/read-tool.js';
import { writeTool } from '../../src/tools/files/write-tool.js';
import { newChat, newPlace } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';

const tools = [readTool, editTool, writeTool, notebookEditTool];
const edit = (old_string: string, more: object = {}) =>
  use('Edit', { file_path: 'a.txt', old_string, new_string: 'x', ...more });

it.each([
  ['text that is not there', edit('nowhere'), 'String to replace not found'],
  ['text that is there twice', edit('one'), 'Found 2 matches'],
  ['no change', edit('x'), 'exactly the same'],
  ['a file that is not there', edit('one', { file_path: 'none.txt' }), 'File does not exist'],
  ['a file that was not read', edit('b', { file_path: 'b.txt' }), 'has not been read yet'],
  ['a file that was not read, written', use('Write', { file_path: 'b.txt', content: 'c' }), 'has not been read yet'],
  ['no text', use('Write', { file_path: 'c.txt', content: 'a\0b' }), 'NUL'],
  ['no notebook', use('NotebookEdit', { notebook_path: 'a.txt', new_source: '' }), 'not a notebook'],
])('a change that would fail is not asked about: %s', async (_, call, words) => {
  const place = newPlace({ 'a.txt': 'one one\n', 'b.txt': 'b\n' });
  const steps = [{ blocks: [use('Read', { file_path: 'a.txt' })] }, { blocks: [call] }, { blocks: [text('ok')] }];
  const { chat, api, events } = await newChat(steps, { place, tools, permissionMode: 'default', canAsk: true });
  await chat.send('go');
  expect(events.filter(({ type }) => type === 'permission_asked')).toEqual([]);
  expect(JSON.stringify(api.requests[2]?.messages.at(-1))).toContain(words);
});

it('a change that would work is asked about; for a denied path the reason reveals nothing', async () => {
  const place = newPlace({ 'a.txt': 'one\n' });
  const steps = [
    { blocks: [use('Read', { file_path: 'a.txt' })] },
    { blocks: [edit('one')] },
    { blocks: [text('ok')] },
  ];
  const { chat, events } = await newChat(steps, { place, tools, permissionMode: 'default', canAsk: true });
  chat.listen((event) => {
    if (event.type === 'permission_asked') chat.answer(event.request.id, { behavior: 'deny', message: 'no' });
  });
  await chat.send('go');
  expect(events.filter(({ type }) => type === 'permission_asked')).toHaveLength(1);
  const rules = [{ behavior: 'deny' as const, rule: 'Edit(a.txt)', source: 'cliArg' as const }];
  const denied = await newChat([{ blocks: [edit('nowhere')] }, { blocks: [text('ok')] }], {
    place,
    tools,
    permissionMode: 'default',
    rules,
  });
  await denied.chat.send('go');
  expect(JSON.stringify(denied.api.requests[1]?.messages.at(-1))).toContain('forbids');
});
