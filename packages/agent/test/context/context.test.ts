import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expand } from '../../src/commands/custom-commands.js';
import { listOf, parseDocument } from '../../src/context/frontmatter.js';
import { gitBranch } from '../../src/context/git.js';
import { memoryFiles } from '../../src/context/memory-files.js';
import { linesOf, newChat, newPlace } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';

const placeOf = (place: ReturnType<typeof newPlace>) => ({
  configDir: place.configDir,
  projectDir: place.cwd,
  home: join(place.configDir, '..'),
});

describe("a project's context", () => {
  it('includes the instructions of the user and the project, with their imports', () => {
    const place = newPlace({
      'CLAUDE.md': 'Use tabs. See @docs/style.md and `@docs/code.md`.',
      'docs/style.md': 'Short lines. @more.md',
      'docs/more.md': 'And more. @style.md',
      'docs/code.md': 'never',
      'CLAUDE.local.md': 'Mine.',
    });
    writeFileSync(join(place.configDir, 'CLAUDE.md'), 'Be brief.');
    const found = memoryFiles(placeOf(place)).map(({ content }) => content.slice(0, 9));
    expect(found).toEqual(['Be brief.', 'Use tabs.', 'Short lin', 'And more.', 'Mine.']);
  });

  it('includes nothing from elsewhere on the machine', () => {
    const place = newPlace({ 'CLAUDE.md': 'See @../secret.md and @/etc/passwd and @~/.ssh/key and @link.md' });
    writeFileSync(join(place.cwd, '../secret.md'), 'secret');
    mkdirSync(join(place.configDir, '../.ssh'));
    writeFileSync(join(place.configDir, '../.ssh/key'), 'secret');
    symlinkSync(join(place.cwd, '../secret.md'), join(place.cwd, 'link.md'));
    expect(memoryFiles(placeOf(place))).toHaveLength(1);
  });

  it('comes before the first message and is not part of the conversation', async () => {
    const place = newPlace({ 'CLAUDE.md': 'Use tabs.' });
    const { chat, api } = await newChat([{ blocks: [text('a')] }], { place, appendSystemPrompt: 'Speak softly.' });
    await chat.send('hi');
    expect(api.requests[0]?.messages[0]?.content).toMatchObject([
      { text: expect.stringContaining('Use tabs.') },
      { text: 'hi' },
    ]);
    expect(JSON.stringify(linesOf(chat.file))).not.toContain('Use tabs.');
    expect(api.requests[0]?.system.at(-1)).toMatchObject({ text: expect.stringContaining('Speak softly.') });
  });

  it("includes a folder's instructions once the model touches it", async () => {
    const place = newPlace({ 'lib/CLAUDE.md': 'Here be dragons.', 'lib/a.txt': 'a', 'lib/b.txt': 'b' });
    const read = (name: string) => ({ blocks: [use('Read', { file_path: join(place.cwd, name) })] });
    const { chat, api } = await newChat([read('lib/a.txt'), read('lib/b.txt'), { blocks: [text('ok')] }], { place });
    await chat.send('read');
    const output = (at: number) => JSON.stringify(api.requests[at]?.messages.at(-1)).includes('Here be dragons');
    expect([output(1), output(2)]).toEqual([true, false]);
  });
});

describe('custom commands', () => {
  it.each([
    ['project', false, false],
    ['project', true, true],
    ['user', false, true],
  ])('of the %s, in a folder whose trust is %s, allow tools: %s', async (owner, isTrusted, isAllowed) => {
    const place = newPlace();
    const folder = join(owner === 'user' ? place.configDir : join(place.cwd, '.claude'), 'commands');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'go.md'), '---\nallowed-tools: Write\n---\nWrite it.');
    const write = { blocks: [use('Write', { file_path: 'a.txt', content: 'a' })] };
    const options = { place, isTrusted, permissionMode: 'default' } as const;
    const { chat } = await newChat([write, { blocks: [text('ok')] }], options);
    expect(await chat.send('/go')).toMatchObject({ reason: 'end_turn' });
    expect(existsSync(join(place.cwd, 'a.txt'))).toBe(isAllowed);
  });

  it('are expanded, written as the client writes them, and may add rules', async () => {
    const place = newPlace({
      '.claude/commands/team/greet.md': '---\ndescription: Greets\n---\nGreet $1 and $2, all: $ARGUMENTS.',
    });
    const { chat, api } = await newChat([{ blocks: [text('Hello.')] }], { place });
    expect(chat.commands().at(-1)).toEqual({ name: 'team:greet', description: 'Greets' });
    await chat.send('/team:greet Ann "Bob B"');
    expect(api.requests[0]?.messages[0]?.content.at(-1)).toMatchObject({
      text: 'Greet Ann and Bob B, all: Ann "Bob B".',
    });
    const [command, expansion] = linesOf(chat.file).filter(({ type }) => type === 'user');
    expect(command).toMatchObject({
      message: { content: [{ text: expect.stringContaining('<command-name>/team:greet</command-name>') }] },
    });
    expect(expansion).toMatchObject({ isMeta: true });
  });

  it('that do not exist are reported; a path is not a command', async () => {
    const { chat, api, events } = await newChat([{ blocks: [text('a')] }]);
    await chat.send('/nothing');
    expect(events.at(-1)).toMatchObject({ type: 'notice', message: expect.stringContaining('/nothing') });
    await chat.send('/usr/bin is what?');
    expect(api.requests).toHaveLength(1);
  });

  it('take their arguments literally', () => {
    expect(expand('<$ARGUMENTS>', 'costs $1 or $ARGUMENTS')).toBe('<costs $1 or $ARGUMENTS>');
    fc.assert(fc.property(fc.string(), (args) => expand('<$ARGUMENTS>', args) === `<${args}>`));
  });
});

describe('frontmatter', () => {
  it('is read in all common notations', () => {
    const { fields, body } = parseDocument(
      '---\nname: "a b"\ntools: [Read, \'Bash(git add:*, x)\']\ndescription: >\n  folded\n  text\nlist:\n  - one\n  - two\n---\nBody\n',
    );
    expect(fields).toEqual({
      name: 'a b',
      tools: 'Read, Bash(git add:*, x)',
      description: 'folded text',
      list: 'one, two',
    });
    expect(body).toBe('Body\n');
    expect(listOf(fields['tools'] ?? '')).toEqual(['Read', 'Bash(git add:*, x)']);
    expect(parseDocument('no head').body).toBe('no head');
  });
});

describe('the branch', () => {
  it('is read from the repository’s files', () => {
    const place = newPlace({
      '.git/HEAD': 'ref: refs/heads/feature/x\n',
      'tree/.git': 'gitdir: ../.git/worktrees/t\n',
      '.git/worktrees/t/HEAD': '0123abc\n',
    });
    expect(gitBranch(place.cwd)).toBe('feature/x');
    expect(gitBranch(join(place.cwd, 'tree'))).toBe('HEAD');
    expect(gitBranch('/')).toBeUndefined();
  });
});
