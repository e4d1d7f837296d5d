import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allTools } from '../../src/tools/all-tools.js';
import { comparable, continueFrom, isSound, linesOf, newChat, newPlace, resumed } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const tools = allTools();

function attachments(file: string) {
  return linesOf(file).filter(({ type }) => type === 'attachment');
}

describe('files that a prompt mentions', () => {
  it("are read at once, into the client's line and a reminder", async () => {
    const place = newPlace({ 'src/a b.txt': 'spaced\n', 'notes.md': 'one\ntwo\nthree\nfour\n' });
    const { chat, api } = await newChat([{ blocks: [text('Read.')] }, { blocks: [text('Still known.')] }], {
      place,
      tools,
    });
    await chat.send('look at @notes.md#L2-3, (@"src/a b.txt") and me@mail.org or @nothing.txt');
    const notes = join(place.cwd, 'notes.md');
    expect(attachments(chat.file)).toMatchObject([
      {
        attachment: {
          type: 'file',
          filename: notes,
          displayPath: 'notes.md',
          content: { type: 'text', file: { filePath: notes, numLines: 2, startLine: 2, totalLines: 5 } },
        },
        renderedRole: 'user',
      },
      { attachment: { filename: join(place.cwd, 'src/a b.txt'), displayPath: 'src/a b.txt' } },
    ]);
    const sent = JSON.stringify(api.requests[0]?.messages);
    expect(sent).toContain('2\\ttwo\\n3\\tthree');
    expect(sent).toContain('spaced');
    expect(isSound(chat.file)).toBe(true);
    expect(resumed(chat.file)).toHaveLength(2);
    const predicted = comparable(resumed(chat.file, 'and now'));
    await chat.close();
    const again = await newChat([{ blocks: [text('Still known.')] }], { place, tools, start: continueFrom(chat.file) });
    await again.chat.send('and now');
    const messages = again.api.requests[0]?.messages ?? [];
    expect(comparable(messages)).toEqual(predicted);
    expect(JSON.stringify(messages)).toContain('spaced');
  });

  it('are also read for a prompt that joins a running turn', async () => {
    const place = newPlace({ 'notes.md': 'one\ntwo\n' });
    writeFileSync(join(place.cwd, 'dot.png'), Buffer.from(PNG, 'base64'));
    const { chat, api } = await newChat(
      [{ blocks: [use('Bash', { command: 'sleep 0.2' })] }, { blocks: [text('Both.')] }, { blocks: [text('Next.')] }],
      { place, tools },
    );
    await Promise.all([chat.send('first'), chat.send('and @notes.md and @dot.png')]);
    expect(attachments(chat.file)).toMatchObject([
      { attachment: { displayPath: 'notes.md' } },
      { attachment: { displayPath: 'dot.png' } },
    ]);
    const last = api.requests[1]?.messages.at(-1)?.content ?? [];
    expect(last.map(({ type }) => type).slice(0, 3)).toEqual(['tool_result', 'image', 'text']);
    expect(JSON.stringify(last)).toContain('1\\tone');
    const predicted = comparable(resumed(chat.file, 'third'));
    await chat.send('third');
    expect(comparable(api.requests[2]?.messages ?? [])).toEqual(predicted);
    expect(isSound(chat.file)).toBe(true);
  });

  it('may be edited without being read again', async () => {
    const place = newPlace({ 'a.txt': 'old\n' });
    const edit = use('Edit', { file_path: join(place.cwd, 'a.txt'), old_string: 'old', new_string: 'new' });
    const { chat, events } = await newChat([{ blocks: [edit] }, { blocks: [text('Done.')] }], { place, tools });
    await chat.send('change @a.txt');
    expect(events.find(({ type }) => type === 'tool_finished')).toMatchObject({
      result: { toolUseResult: { filePath: join(place.cwd, 'a.txt') } },
    });
  });

  it('may be images and folders; an image comes before the text', async () => {
    const place = newPlace({ 'lib/one.ts': '', 'lib/deep/two.ts': '' });
    writeFileSync(join(place.cwd, 'dot.png'), Buffer.from(PNG, 'base64'));
    const { chat, api } = await newChat([{ blocks: [text('Seen.')] }], { place, tools });
    await chat.send('what is in @lib and @dot.png?');
    expect(attachments(chat.file)).toMatchObject([
      { attachment: { type: 'directory', content: 'deep/\none.ts', displayPath: 'lib' } },
      { attachment: { type: 'file', content: { type: 'image', file: { base64: PNG, type: 'image/png' } } } },
    ]);
    const [image, prompt] = api.requests[0]?.messages[0]?.content ?? [];
    expect(image).toMatchObject({ type: 'image', source: { media_type: 'image/png', data: PNG } });
    expect(prompt).toMatchObject({ type: 'text' });
    const predicted = comparable(resumed(chat.file));
    expect(comparable(api.requests[0]?.messages ?? [])).toEqual((predicted as unknown[]).slice(0, 1));
  });

  it('are not read if a rule denies it, nor outside the project unless the user typed them', async () => {
    const place = newPlace({ 'secret.txt': 'hidden words' });
    const outside = join(place.configDir, 'outside.txt');
    mkdirSync(place.configDir, { recursive: true });
    writeFileSync(outside, 'outer words');
    const rules = [{ behavior: 'deny' as const, rule: 'Read(secret.txt)', source: 'userSettings' as const }];
    const given = { place, tools, rules, permissionMode: 'default' as const };
    const piped = await newChat([{ blocks: [text('x')] }], { ...given, entrypoint: 'sdk-cli' });
    await piped.chat.send(`see @secret.txt and @${outside}`);
    expect(attachments(piped.chat.file)).toEqual([]);
    const typed = await newChat([{ blocks: [text('x')] }], given);
    await typed.chat.send(`see @secret.txt and @${outside}`);
    expect(attachments(typed.chat.file)).toMatchObject([{ attachment: { filename: outside } }]);
    expect(JSON.stringify(typed.api.requests[0]?.messages)).not.toContain('hidden words');
  });
});
