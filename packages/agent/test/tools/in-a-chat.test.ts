import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allTools } from '../../src/tools/all-tools.js';
import { comparable, isSound, linesOf, newChat, newPlace, resumed } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';

describe('the tools in a chat', () => {
  it('work together and leave a file that resumes', async () => {
    const place = newPlace({ 'README.md': '# A project\n', '.claude/skills/demo/SKILL.md': 'Do it.' });
    const readme = join(place.cwd, 'README.md');
    const { chat, api } = await newChat(
      [
        {
          blocks: [
            use('Read', { file_path: readme }),
            use('Grep', { pattern: 'project' }),
            use('Glob', { pattern: '*.md' }),
          ],
        },
        { blocks: [use('Edit', { file_path: readme, old_string: 'A project', new_string: 'Our project' })] },
        { blocks: [use('Bash', { command: 'cat README.md; seq 1 20000' })] },
        { blocks: [use('Skill', { skill: 'demo' })] },
        { blocks: [use('Edit', { file_path: readme, old_string: 'nothing', new_string: 'x' })] },
        { blocks: [text('done')] },
      ],
      { place, tools: allTools({ configDir: place.configDir, projectDir: place.cwd }) },
    );
    expect(await chat.send('go')).toMatchObject({ reason: 'end_turn' });
    expect(readFileSync(readme, 'utf8')).toBe('# Our project\n');
    const results = linesOf(chat.file).flatMap(({ toolUseResult }) =>
      toolUseResult === undefined ? [] : [toolUseResult],
    );
    // Parallel calls are written as they finish.
    expect(results.slice(0, 3)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'text' }),
        expect.objectContaining({ mode: 'files_with_matches' }),
        expect.objectContaining({ numFiles: 2, truncated: false }),
      ]),
    );
    expect(results.slice(3)).toMatchObject([
      { oldString: 'A project' },
      { persistedOutputSize: expect.any(Number) },
      { success: true, commandName: 'demo' },
      'Error: String to replace not found in file.\nString: nothing',
    ]);
    expect(isSound(chat.file)).toBe(true);
    const sent = api.requests.at(-1)?.messages ?? [];
    expect(JSON.stringify(sent)).toContain('Do it.');
    expect(comparable(resumed(chat.file).slice(0, sent.length))).toEqual(comparable(sent));
  });

  it('are restricted by rules', async () => {
    const { chat, place, api } = await newChat(
      [
        {
          blocks: [
            use('Bash', { command: 'echo ok > a.txt && touch b.txt' }),
            use('Bash', { command: 'ls; touch c.txt' }),
            use('Read', { file_path: '/etc/passwd' }),
            use('Bash', { command: 'ls' }),
          ],
        },
        { blocks: [text('done')] },
      ],
      {
        tools: allTools(),
        permissionMode: 'default',
        rules: [{ behavior: 'allow', rule: 'Bash(echo:*)', source: 'cliArg' }],
      },
    );
    await chat.send('go');
    const results = api.requests[1]?.messages.at(-1)?.content as unknown as { is_error?: boolean }[];
    expect(results.slice(0, 4).map(({ is_error }) => is_error ?? false)).toEqual([true, true, true, false]);
    for (const name of ['a.txt', 'b.txt', 'c.txt']) expect(existsSync(join(place.cwd, name))).toBe(false);
  });
});
