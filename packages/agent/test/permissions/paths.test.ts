import { describe, expect, it } from 'vitest';
import type { RuleBehavior } from '../../src/permissions/decide.js';
import { HOME, PROJECT, type Rules, tool } from './support.js';

type Case = [path: string, behavior: RuleBehavior];

function table(name: string, title: string, rules: Rules, cases: Case[], more = {}): void {
  describe(title, () => {
    it.each(cases)(`${name} %s → %s`, (path, behavior) => {
      expect(tool(name, { file_path: path }, rules, more).behavior).toBe(behavior);
    });
  });
}

table('Read', 'reading', {}, [
  ['a.ts', 'allow'],
  [`${PROJECT}/src/a.ts`, 'allow'],
  [PROJECT, 'allow'],
  [`${PROJECT}-other/a.ts`, 'ask'],
  ['../a.ts', 'ask'],
  ['src/../../a.ts', 'ask'],
  ['/etc/passwd', 'ask'],
  ['~/.ssh/id_rsa', 'ask'],
  ['..foo/a', 'allow'],
]);

table(
  'Read',
  'rules for reading',
  { allow: ['Read(~/notes/**)', 'Read(//opt/data/**)'], deny: ['Read(./secrets/**)', 'Read(.env)', 'Read(*.pem)'] },
  [
    [`${HOME}/notes/a.md`, 'allow'],
    ['~/notes/deep/a.md', 'allow'],
    [`${HOME}/notes-other/a.md`, 'ask'],
    [`${HOME}/notes/../.ssh/id`, 'ask'],
    ['/opt/data/x', 'allow'],
    ['/opt/data/../x', 'ask'],
    ['/opt/database/x', 'ask'],
    ['secrets/a', 'deny'],
    ['src/../secrets/a', 'deny'],
    ['secrets', 'deny'],
    ['.env', 'deny'],
    ['packages/a/.env', 'deny'],
    ['.env.example', 'allow'],
    ['deep/down/key.pem', 'deny'],
  ],
);

table('Edit', 'editing', {}, [
  ['a.ts', 'ask'],
  ['/etc/hosts', 'ask'],
]);

table(
  'Edit',
  'rules for editing',
  { allow: ['Edit(/src/**)', 'Write(docs/**)'], deny: ['Edit(/src/generated/**)', 'Read(.env)'] },
  [
    ['src/a.ts', 'allow'],
    ['src/deep/a.ts', 'allow'],
    ['src/generated/a.ts', 'deny'],
    ['src/x/../generated/a.ts', 'deny'],
    ['docs/a.md', 'allow'],
    ['other/docs/a.md', 'ask'],
    ['src/../a.ts', 'ask'],
    ['/src/a.ts', 'ask'],
    ['.env', 'deny'],
  ],
);

table(
  'Write',
  'edits accepted',
  {},
  [
    ['a.ts', 'allow'],
    ['new/deep/a.ts', 'allow'],
    ['../a.ts', 'ask'],
    ['/tmp/x', 'ask'],
    ['.git/config', 'ask'],
    ['sub/.git/hooks/pre-commit', 'ask'],
    ['.GIT/config', 'ask'],
    ['.claude/settings.json', 'ask'],
    ['.claude/settings.local.json', 'ask'],
    ['.claude/commands/x.md', 'ask'],
    ['.claude/agents/x.md', 'ask'],
    ['.claude/skills/x/SKILL.md', 'ask'],
    ['.claude/plans/x.md', 'allow'],
    ['.claude/worktrees/a/src/x.ts', 'allow'],
    ['.claude/worktrees/a/.claude/settings.json', 'ask'],
    ['.claude/worktrees/a/.claude/worktrees/b/.claude/settings.json', 'ask'],
    ['.claude/worktrees/a/.git', 'ask'],
    ['.claude/worktrees/a/.mcp.json', 'ask'],
    ['.claude/plans/.claude/settings.json', 'ask'],
    ['.mcp.json', 'ask'],
    ['.vscode/tasks.json', 'ask'],
    ['.gitignore', 'allow'],
    ['~/.bashrc', 'ask'],
  ],
  { mode: 'acceptEdits' },
);

table('Edit', 'a rule for all edits does not reach what decides over rules', { allow: ['Edit'] }, [
  ['a.ts', 'allow'],
  ['/elsewhere/a.ts', 'allow'],
  ['.claude/settings.json', 'ask'],
]);

table('Edit', 'plan mode', { allow: ['Edit'] }, [['a.ts', 'deny']], { mode: 'plan' });
table(
  'Edit',
  'bypass',
  { deny: ['Edit(/locked/**)'] },
  [
    ['/etc/hosts', 'allow'],
    ['locked/a', 'deny'],
  ],
  { mode: 'bypassPermissions' },
);

describe('links', () => {
  const links: { [path: string]: string } = {
    [`${PROJECT}/link`]: '/etc/passwd',
    [`${PROJECT}/benign`]: `${PROJECT}/secrets/key`,
    [`${PROJECT}/out/x`]: '/elsewhere/x',
    [`${HOME}/way/a.ts`]: `${PROJECT}/a.ts`,
  };
  const more = { realPath: (path: string) => links[path] ?? path };

  it('out of the project are asked about', () => {
    expect(tool('Read', { file_path: 'link' }, {}, more).behavior).toBe('ask');
    expect(tool('Write', { file_path: 'out/x' }, {}, { ...more, mode: 'acceptEdits' }).behavior).toBe('ask');
  });

  it('out of the project are asked about even if only names are listed', () => {
    const folders: { [path: string]: string } = { [`${PROJECT}/out`]: '/elsewhere' };
    const walk = { realPath: (path: string) => path.replace(`${PROJECT}/out`, folders[`${PROJECT}/out`] ?? '') };
    expect(tool('Glob', { pattern: 'out/*' }, {}, walk).behavior).toBe('ask');
    expect(tool('Glob', { pattern: './out/**/*.ts' }, {}, walk).behavior).toBe('ask');
    expect(tool('Glob', { pattern: '*', path: 'out' }, {}, walk).behavior).toBe('ask');
    expect(tool('Glob', { pattern: 'src/*' }, {}, walk).behavior).toBe('allow');
    expect(tool('Bash', { command: 'echo out/*' }, {}, walk).behavior).toBe('ask');
    expect(tool('Bash', { command: 'ls */*' }, {}, walk).behavior).toBe('ask');
  });

  it('do not get around a deny rule', () => {
    expect(tool('Read', { file_path: 'benign' }, { deny: ['Read(/secrets/**)'] }, more).behavior).toBe('deny');
    expect(
      tool('Bash', { command: 'cat benign' }, { allow: ['Bash'], deny: ['Read(/secrets/**)'] }, more).behavior,
    ).toBe('deny');
    expect(tool('Bash', { command: 'cat link' }, {}, more).behavior).toBe('ask');
  });

  it('are followed before "..", as the system does it', () => {
    const folders: { [path: string]: string } = { [`${PROJECT}/out`]: '/elsewhere/deep' };
    const walk = { realPath: (path: string) => folders[path] ?? path };
    expect(tool('Bash', { command: 'cat out/../secret' }, {}, walk).behavior).toBe('ask');
    expect(tool('Bash', { command: 'cat src/../a.ts' }, {}, walk).behavior).toBe('allow');
    expect(tool('Bash', { command: 'cd out && cat ../secret' }, { allow: ['Bash(cd:*)'] }, walk).behavior).toBe('ask');
    const rules = { allow: ['Bash'], deny: ['Read(//elsewhere/**)'] };
    expect(tool('Bash', { command: 'cat out/../secret' }, rules, walk).behavior).toBe('deny');
  });

  it('need a rule that allows both names', () => {
    expect(tool('Read', { file_path: 'link' }, { allow: ['Read(/link)'] }, more).behavior).toBe('ask');
    expect(tool('Read', { file_path: 'link' }, { allow: ['Read(/link)', 'Read(//etc/passwd)'] }, more).behavior).toBe(
      'ask',
    );
    expect(tool('Read', { file_path: 'link' }, { allow: ['Read'] }, more).behavior).toBe('allow');
  });

  it('from outside into the project count as outside', () => {
    expect(tool('Read', { file_path: `${HOME}/way/a.ts` }, {}, more).behavior).toBe('ask');
  });

  it('to the project folder itself make no difference', () => {
    const realPath = (path: string) => path.replace(PROJECT, '/mnt/disk/project');
    expect(tool('Read', { file_path: `${PROJECT}/a.ts` }, {}, { realPath }).behavior).toBe('allow');
    expect(tool('Edit', { file_path: 'src/a.ts' }, { allow: ['Edit(/src/**)'] }, { realPath }).behavior).toBe('allow');
  });
});

describe('files on disk', () => {
  const disk: { [folder: string]: string[] } = {
    [PROJECT]: ['.env', 'plain', 'a.txt', 'link', 'src', 'config'],
    [`${PROJECT}/link`]: ['key.txt'],
    [`${PROJECT}/src`]: ['a.ts'],
    [`${PROJECT}/config`]: ['deep'],
    [`${PROJECT}/config/deep`]: ['.env'],
  };
  const more = {
    realPath: (path: string) => path.replace(`${PROJECT}/plain`, `${PROJECT}/.env`).replace('/link', '/secret'),
    namesIn: (folder: string) => disk[folder] ?? [],
  };
  const rules: Rules = { allow: ['Bash'], deny: ['Read(.env)', 'Read(./secret/**)'] };

  it.each<[string, RuleBehavior]>([
    ['cat pl*', 'deny'],
    ['cat plai?', 'deny'],
    [`cat ${PROJECT}/p*`, 'deny'],
    ['cat l*/key.txt', 'deny'],
    ['cat l*/k*', 'deny'],
    ['cat a*', 'allow'],
    ['cat src/*.ts', 'allow'],
    ['grep -r X src', 'allow'],
    ['grep -r X config', 'ask'],
    ['grep -r X .', 'ask'],
    ['rg X src', 'allow'],
    ['rg -n X src', 'allow'],
    ['git grep --no-index X', 'ask'],
    ['git grep --untracked X', 'ask'],
    ['grep -r -A 3 X', 'ask'],
    ['grep -r -e X', 'ask'],
    ['rg --context 3 X', 'ask'],
  ])('%s → %s', (command, behavior) => {
    expect(tool('Bash', { command }, rules, more).behavior).toBe(behavior);
  });

  it('are asked about if there are too many to check', () => {
    const names = Array.from({ length: 4000 }, (_, at) => `f${at}`);
    const namesIn = (folder: string) => (folder === `${PROJECT}/src` ? names : []);
    expect(tool('Bash', { command: 'grep -r X src' }, rules, { ...more, namesIn }).behavior).toBe('ask');
  });
});

describe('where a rule is anchored', () => {
  it('depends on the settings it comes from', () => {
    const rules: Rules = { deny: ['Read(/secrets/**)'], source: 'userSettings' };
    expect(tool('Read', { file_path: 'secrets/a' }, rules).behavior).toBe('allow');
    expect(tool('Read', { file_path: `${HOME}/.claude/secrets/a` }, rules).behavior).toBe('deny');
  });

  it("is the session's folder if the rule has no slash", () => {
    const more = { cwd: `${PROJECT}/sub` };
    expect(tool('Edit', { file_path: 'src/a' }, { allow: ['Edit(src/**)'] }, more).behavior).toBe('allow');
    expect(tool('Edit', { file_path: `${PROJECT}/src/a` }, { allow: ['Edit(src/**)'] }, more).behavior).toBe('ask');
  });

  it('ignores case where the disk does', () => {
    const rules: Rules = { deny: ['Read(.env)'] };
    expect(tool('Read', { file_path: '.ENV' }, rules, { platform: 'darwin' }).behavior).toBe('deny');
    expect(tool('Read', { file_path: '.ENV' }, rules).behavior).toBe('allow');
  });
});

describe('added folders', () => {
  it('are like the project', () => {
    const more = { additionalDirectories: ['/srv/lib'] };
    expect(tool('Read', { file_path: '/srv/lib/a' }, {}, more).behavior).toBe('allow');
    expect(tool('Read', { file_path: '/srv/library/a' }, {}, more).behavior).toBe('ask');
    expect(tool('Write', { file_path: '/srv/lib/a' }, {}, { ...more, mode: 'acceptEdits' }).behavior).toBe('allow');
  });

  it('of the session itself may be read but not written', () => {
    const more = { readableDirectories: ['/kept/tool-results'] };
    expect(tool('Read', { file_path: '/kept/tool-results/a.txt' }, {}, more).behavior).toBe('allow');
    expect(
      tool('Write', { file_path: '/kept/tool-results/a.txt' }, {}, { ...more, mode: 'acceptEdits' }).behavior,
    ).toBe('ask');
  });
});

describe('Windows', () => {
  const more = {
    platform: 'win32' as const,
    projectDir: 'C:\\work\\app',
    cwd: 'C:\\work\\app',
    home: 'C:\\Users\\ada',
  };
  it.each<[string, RuleBehavior]>([
    ['src\\a.ts', 'allow'],
    ['C:\\work\\app\\a.ts', 'allow'],
    ['..\\b.ts', 'ask'],
    ['D:\\x', 'ask'],
    ['C:\\work\\application\\x', 'ask'],
    ['secrets\\a', 'deny'],
    ['SECRETS\\a', 'deny'],
  ])('Read %s → %s', (file_path, behavior) => {
    expect(tool('Read', { file_path }, { deny: ['Read(/secrets/**)'] }, more).behavior).toBe(behavior);
  });
});
