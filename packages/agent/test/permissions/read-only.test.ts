import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMISSION_MODES, type PermissionMode } from '../../src/permissions/decide.js';
import { type Case, table } from './bash-table.js';
import { bash } from './support.js';

const SILENT_MODES = ['default', 'acceptEdits', 'plan', 'dontAsk'] as const satisfies readonly PermissionMode[];

/** Commands that must never run without a question. */
const NOT_READING = [
  // A second operand is written to.
  'uniq - a.txt',
  'uniq -- - a.txt',
  'uniq -c - .git/config',
  'uniq in out',
  'uniq in*',
  "printf '[core]\\n\\tfsmonitor = touch pwned\\n' | uniq - .git/config",
  // They set the clock.
  'date 0101000026',
  'date -u 0101000026',
  'date -s tomorrow',
  'date -ustomorrow',
  'date --set=tomorrow',
  'date --se=tomorrow',
  'date -f list',
  // File names come from elsewhere.
  "printf '/abs\\0' | sort --files=-",
  "printf '/abs\\0' | sort --files0-from=-",
  "printf '/abs\\0' | wc --files0=-",
  "printf '/abs\\0' | du --files=-",
  'sha256sum -c list',
  'md5sum --check list',
  'file -f list',
  'grep -flist x',
  'grep --fil=list x',
  'rg -f list x',
  'jq -n \'import "x" as x {search: "/abs"}; 1\'',
  'jq -n \'include "x" {search: "/abs"}; 1\'',
  'jq -n \'"x" | modulemeta\'',
  'jq -L /abs . a.json',
  'jq -nL/abs . a.json',
  'jq -f a.jq b.json',
  'jq --rawfile x /abs . a.json',
  "jq -n 'env'",
  "jq -n '$ENV'",
  'jq -n \'"\\(env)"\'',
  // Follows links.
  'grep -R x .',
  'grep -nR x .',
  'grep --dereference-recursive x .',
  'diff -rN a b',
  'diff -r a b',
  'diff a b',
  'find -L . -name x',
  'find . -follow',
  'rg -L x',
  'rg --follow x',
  'ls -LR',
  'ls --dereference src',
  'tree -l',
  'du -L .',
  // Writes, deletes or runs something.
  'find . -delete',
  'find . -fprint out',
  'find . -fprintf out %p',
  'find . -fls out',
  'find . -exec rm {} +',
  'find . -execdir rm {} +',
  'find . -ok rm {} +',
  'sort -o out in',
  'sort -oout in',
  'sort -no out in',
  'sort --output=out in',
  'sort --ou=out in',
  'sort --compress-program=./x in',
  'sort -S1 --compress-prog ./x in',
  'tree -o out',
  'file -C -m x',
  'rg --pre ./x foo',
  'rg --hostname-bin ./x foo',
  'rg -z foo',
  "printf 'abc%n' PATH; ls",
  "printf '%5n' PATH",
  'printf -v PATH x',
  'arch -x86_64 rm x',
  'git log --output=x',
  'git log --outpu=x',
  'git diff --output x',
  'git show --ext-diff',
  'git diff --no-index a b',
  'git diff -Oorder',
  'git log --show-signature',
  'git log --format=%G?',
  'git log --pretty=format:%GK',
  'git branch -D main',
  'git branch new',
  'git tag v1',
  'git remote add x y',
  'git stash',
  'git -C other status',
  'git -c core.fsmonitor=./x status',
  'git -p log',
  'git grep -O./x y',
  'git cat-file --filters HEAD:a',
  'git ls-files -X /abs',
  'git blame --contents /abs a',
  // Without a repository, git treats this operand as a file.
  'git diff /etc/passwd a',
  'git diff ../x a',
  // On some systems everything after the first operand is an operand.
  'grep x -e /etc/passwd',
  'rg --files /etc',
];

describe.each(SILENT_MODES)('in mode %s, not read-only', (mode) => {
  it.each(NOT_READING)('%s', (command) => expect(bash(command, {}, { mode }).behavior).not.toBe('allow'));
});

describe('with edits denied', () => {
  it.each(PERMISSION_MODES.filter((mode) => mode !== 'bypassPermissions'))('uniq writes nothing in mode %s', (mode) =>
    expect(bash('echo x | uniq - a.txt', { deny: ['Edit', 'Write'] }, { mode }).behavior).not.toBe('allow'),
  );
});

const READING: Case[] = [
  'ls -la src',
  'ls --color=never -1 src',
  'cat -n a.ts',
  'head -20 a.ts',
  'head -n 20 a.ts',
  'head -n20 a.ts',
  'head --lines=20 a.ts',
  'head --lines 20 a.ts',
  'tail -n +5 a.ts',
  'sort -t, -k2,2nr a.csv',
  'sort a | uniq -c | sort -rn | head',
  'uniq a.txt',
  'uniq -',
  'cut -d, -f1,2 a.csv',
  'wc -l a.ts b.ts',
  'grep -rn --include="*.ts" foo src',
  'grep -n "/api/v1" src/a.ts',
  'grep -e /etc a.ts',
  "grep -A 3 -B3 'x' a.ts",
  'grep x a.ts -A 3',
  'rg -n -g "*.ts" foo src',
  'rg --files src',
  'find . -type f -name "*.ts" -not -path "./node_modules/*"',
  'find src \\( -name a -o -name b \\) -print',
  'date',
  'date +%s',
  'date -u +%F',
  'date --date=yesterday +%F',
  'jq \'.a[] | select(.b == "import") | {name: .n}\' a.json',
  'jq -r .version package.json',
  'jq length a.json',
  "printf '%s\\n' x",
  "printf '100%%'",
  'test -f a.ts',
  'du -sh .',
  'stat -c %s a.ts',
  'git status --short',
  'git --no-pager log --oneline -5',
  'git log -n 5 --format=%H%n%s -- src',
  'git log --author=ada --since="2 days ago" origin/main..HEAD',
  'git diff HEAD~1 -- src/a.ts',
  'git diff --stat main...topic',
  'git show HEAD:src/a.ts',
  'git show --stat HEAD^',
  'git blame -L 1,5 a.ts',
  'git rev-parse --abbrev-ref HEAD',
  'git branch -a',
  'git tag --list',
  'git stash list',
].map((command) => [command, 'allow']);
table('reading in the project is not asked about', {}, READING);
table('nor in plan mode', {}, READING, 'plan');

describe.skipIf(process.platform === 'win32')('a link out of the project', () => {
  let folder = '';
  let project = '';
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-links-')));
    project = join(folder, 'project');
    mkdirSync(join(folder, 'outside'));
    mkdirSync(join(project, 'src'), { recursive: true });
    mkdirSync(join(project, 'linked'));
    mkdirSync(join(project, 'odd'));
    writeFileSync(join(folder, 'outside/x'), '');
    writeFileSync(join(project, 'src/a.ts'), '');
    writeFileSync(join(project, 'odd/-LR'), '');
    symlinkSync(join(folder, 'outside'), join(project, 'linked/out'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const realPath = (path: string) => {
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  };

  it.each<[string, string]>([
    ['ls src/*', 'allow'],
    ['ls *', 'allow'],
    ['ls linked/*', 'ask'],
    ['cd linked && ls *', 'ask'],
    ['cd odd && ls *', 'ask'],
    ['echo linked/*', 'allow'],
    ['ls linked', 'allow'],
    ['ls linked/out', 'ask'],
    ['cat linked/out/x', 'ask'],
    ['git diff linked/out/x src/a.ts', 'ask'],
    ['grep -rn x linked', 'allow'],
  ])('%s → %s', (command, behavior) => {
    const place = { projectDir: project, cwd: project, realPath, namesIn: (each: string) => readdirSync(each) };
    expect(bash(command, {}, place).behavior).toBe(behavior);
  });
});
