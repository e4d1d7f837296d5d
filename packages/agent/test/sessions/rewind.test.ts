import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { restoreFiles } from '../../src/sessions/rewind.js';
import { comparable, continueFrom, isSound, linesOf, newChat, resumed } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';

const write = (file_path: string, content: string) => ({ blocks: [use('Write', { file_path, content })] });
const done = { blocks: [text('Done.')] };

describe('rewind', () => {
  it('restores conversation and files as they were before a prompt', async () => {
    const { chat, api, place } = await newChat([
      ...[write('README.md', 'one'), done],
      ...[write('README.md', 'two'), write('new.txt', 'new'), done],
      done,
    ]);
    const file = (name: string) => join(place.cwd, name);
    await chat.send('first');
    await chat.send('second');
    expect(readFileSync(file('README.md'), 'utf8')).toBe('two');
    const points = chat.rewindPoints();
    expect(points.map(({ text: words }) => words)).toEqual(['first', 'second']);
    expect(points[1]?.files.sort()).toEqual(['README.md', 'new.txt']);
    chat.rewind(points[1]?.uuid ?? '', 'both');
    expect(readFileSync(file('README.md'), 'utf8')).toBe('one');
    expect(existsSync(file('new.txt'))).toBe(false);
    await chat.send('another second');
    const sent = api.requests.at(-1)?.messages ?? [];
    expect(sent).toHaveLength(5);
    expect(JSON.stringify(sent)).not.toContain('"two"');
    expect(comparable(resumed(chat.file).slice(0, -1))).toEqual(comparable(sent));
    expect(chat.rewindPoints().map(({ text: words }) => words)).toEqual(['first', 'another second']);
    expect(isSound(chat.file)).toBe(true);
  });

  it('goes back to the very start', async () => {
    const { chat, api, place } = await newChat([write('README.md', 'changed'), done, done]);
    await chat.send('first');
    chat.rewind(chat.rewindPoints()[0]?.uuid ?? '', 'both');
    expect(readFileSync(join(place.cwd, 'README.md'), 'utf8')).toBe('# A project\n');
    await chat.send('anew');
    expect(api.requests.at(-1)?.messages).toHaveLength(1);
    expect(comparable(resumed(chat.file, 'x').slice(0, 1))).toEqual(comparable(api.requests.at(-1)?.messages ?? []));
  });

  it('works on a session that another process started', async () => {
    const { chat, api, place } = await newChat([
      write('README.md', 'one'),
      done,
      write('README.md', 'two'),
      done,
      done,
    ]);
    await chat.send('first');
    await chat.close();
    const again = await newChat([], { place, api, start: continueFrom(chat.file) });
    await again.chat.send('second');
    await again.chat.send('/rewind 2 files');
    expect(readFileSync(join(place.cwd, 'README.md'), 'utf8')).toBe('one');
    expect(again.events.findLast(({ type }) => type === 'local_command')).toMatchObject({ isError: false });
  });

  it('stores backups as the client does', async () => {
    const { chat, place } = await newChat([write('README.md', 'one'), write('new.txt', ''), done, done]);
    await chat.send('first');
    await chat.send('second');
    const lines = linesOf(chat.file).filter(({ type }) => String(type).startsWith('file-history'));
    const prompt = linesOf(chat.file).find(({ type }) => type === 'user');
    expect(lines).toMatchObject([
      { messageId: prompt?.['uuid'], snapshot: { trackedFileBackups: {} }, isSnapshotUpdate: false },
      {
        trackingPath: 'README.md',
        snapshotMessageId: prompt?.['uuid'],
        backup: { version: 1, realParentDir: place.cwd },
      },
      { trackingPath: 'new.txt', backup: { backupFileName: null, version: 1 } },
      { snapshot: { trackedFileBackups: { 'README.md': { version: 2 }, 'new.txt': { version: 2 } } } },
    ]);
    const { backupFileName: name } = Object(lines[1]?.['backup']) as { backupFileName: string };
    expect(readFileSync(join(place.configDir, 'file-history', chat.sessionId, name), 'utf8')).toBe('# A project\n');
  });

  it('touches nothing outside the project, whatever the file says', async () => {
    const { chat, place } = await newChat([write('README.md', 'one'), done]);
    await chat.send('first');
    const outside = join(place.cwd, '../outside.txt');
    writeFileSync(outside, 'mine');
    symlinkSync(join(place.cwd, '..'), join(place.cwd, 'link'));
    const text = readFileSync(chat.file, 'utf8');
    const uuid = chat.rewindPoints()[0]?.uuid ?? '';
    for (const path of ['../outside.txt', outside, 'link/outside.txt']) {
      writeFileSync(chat.file, text.replace('"trackingPath":"README.md"', `"trackingPath":${JSON.stringify(path)}`));
      const place2 = { folder: join(place.configDir, 'file-history'), projectDir: place.cwd };
      expect(restoreFiles(chat.file, uuid, place2).skipped).toHaveLength(1);
      expect(readFileSync(outside, 'utf8')).toBe('mine');
    }
  });
});
