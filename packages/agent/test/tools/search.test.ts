import { utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { globTool } from '../../src/tools/search/glob-tool.js';
import { grepTool } from '../../src/tools/search/grep-tool.js';
import { bench } from './support.js';

function project(options = {}) {
  const made = bench(options);
  const files = {
    'README.md': '# Title\nA CLI tool\n',
    'src/a.ts': 'const a = 1;\nfunction foo() {}\nconst b = 2;\n',
    'src/deep/b.ts': 'FOO foo foo\n',
    '.hidden/c.ts': 'foo\n',
    'node_modules/x/d.ts': 'foo\n',
    '.git/config': 'foo\n',
  };
  for (const [at, [name, text]] of Object.entries(files).entries()) {
    const path = made.write(name, text);
    utimesSync(path, 1000 + at, 1000 + at);
  }
  return made;
}

describe('Glob', () => {
  it("finds files, newest first, in the client's format", async () => {
    const { run } = project();
    const result = await run(globTool, { pattern: '**/*.ts' });
    expect(result.content).toBe('.hidden/c.ts\nsrc/deep/b.ts\nsrc/a.ts');
    expect(result.toolUseResult).toMatchObject({
      filenames: ['.hidden/c.ts', 'src/deep/b.ts', 'src/a.ts'],
      numFiles: 3,
      truncated: false,
    });
    expect(Object.keys(result.toolUseResult as object)).toEqual(['filenames', 'durationMs', 'numFiles', 'truncated']);
  });

  it.each([
    ['*.ts', '.hidden/c.ts\nsrc/deep/b.ts\nsrc/a.ts'],
    ['src/*.ts', 'src/a.ts'],
    ['./src/*.ts', 'src/a.ts'],
    ['src/**/*.{ts,md}', 'src/deep/b.ts\nsrc/a.ts'],
    ['node_modules/**/*.ts', 'node_modules/x/d.ts'],
    ['*.none', 'No files found'],
  ])('%s', async (pattern, found) => {
    const { run } = project();
    expect((await run(globTool, { pattern })).content).toBe(found);
  });

  it('searches another folder', async () => {
    const { run, path } = project();
    expect((await run(globTool, { pattern: '*.ts', path: 'src/deep' })).content).toBe('src/deep/b.ts');
    expect((await run(globTool, { pattern: `${path('src')}/*.ts` })).content).toBe('src/a.ts');
    expect((await run(globTool, { pattern: '*', path: 'none' })).content).toContain('Directory does not exist');
  });

  it('shows at most a hundred', async () => {
    const { run, write } = bench();
    for (let count = 0; count < 130; count++) write(`f${count}.txt`, '');
    const { toolUseResult, content } = await run(globTool, { pattern: '*.txt' });
    expect(toolUseResult).toMatchObject({ numFiles: 100, truncated: true });
    expect(content).toContain('130 files match');
  });
});

describe('Grep', () => {
  it("lists files in the client's format", async () => {
    const { run } = project();
    const result = await run(grepTool, { pattern: 'foo', glob: '*.ts', path: 'src' });
    expect(result.content).toBe('Found 2 files\nsrc/deep/b.ts\nsrc/a.ts');
    expect(result.toolUseResult).toEqual({
      mode: 'files_with_matches',
      filenames: ['src/deep/b.ts', 'src/a.ts'],
      numFiles: 2,
    });
  });

  it("shows lines in the client's format", async () => {
    const { run } = project();
    const result = await run(grepTool, { pattern: 'CLI', output_mode: 'content', '-n': true });
    expect(result).toEqual({
      content: 'README.md:2:A CLI tool',
      toolUseResult: { mode: 'content', numFiles: 0, filenames: [], content: 'README.md:2:A CLI tool', numLines: 1 },
    });
  });

  it.each<[object, string]>([
    [
      { pattern: 'function', path: 'src/a.ts', '-C': 1 },
      'src/a.ts-1-const a = 1;\nsrc/a.ts:2:function foo() {}\nsrc/a.ts-3-const b = 2;',
    ],
    [{ pattern: 'function', path: 'src/a.ts', '-n': false }, 'src/a.ts:function foo() {}'],
    [{ pattern: 'FOO', path: 'src', '-i': false }, 'src/deep/b.ts:1:FOO foo foo'],
    [{ pattern: 'title', '-i': true, type: 'md' }, 'README.md:1:# Title'],
    [
      { pattern: '1;.function', multiline: true, path: 'src', '-o': true, '-n': false },
      'src/a.ts:1;\nsrc/a.ts:function',
    ],
    [{ pattern: '-x' }, 'No matches found'],
    [
      { pattern: 'const', path: 'src', head_limit: 1 },
      'src/a.ts:1:const a = 1;\n\n[There is more. Continue with offset 1.]',
    ],
    [{ pattern: 'const', path: 'src', offset: 1 }, 'src/a.ts:3:const b = 2;'],
  ])('%j', async (input, output) => {
    const { run } = project();
    expect((await run(grepTool, { output_mode: 'content', ...input } as never)).content).toBe(output);
  });

  it('counts', async () => {
    const { run } = project();
    const result = await run(grepTool, { pattern: 'const|FOO', output_mode: 'count', path: 'src' });
    expect(String(result.content).split('\n').sort()).toEqual(
      ['', 'Found 3 total occurrences across 2 files.', 'src/a.ts:2', 'src/deep/b.ts:1'].sort(),
    );
    expect(result.toolUseResult).toMatchObject({ mode: 'count', numFiles: 2, numMatches: 3 });
  });

  it('reports an invalid pattern or path', async () => {
    const { run } = project();
    expect((await run(grepTool, { pattern: '(' })).toolUseResult).toContain('regex parse error');
    expect((await run(grepTool, { pattern: 'x', path: 'none' })).toolUseResult).toContain('Path does not exist');
  });

  it('does not show files that may not be read', async () => {
    const { run } = project({
      permit: (_: string, { file_path }: { file_path: string }) => (file_path.endsWith('b.ts') ? 'deny' : 'allow'),
    });
    for (const output_mode of ['content', 'count', 'files_with_matches']) {
      const { content } = await run(grepTool, { pattern: 'foo', output_mode, path: 'src' });
      expect(content).toContain('src/a.ts');
      expect(content).not.toContain('b.ts');
    }
  });

  it('stops when it has found enough', async () => {
    const { run, write } = bench();
    write('big.txt', 'match this line\n'.repeat(500_000));
    const { content, toolUseResult } = await run(grepTool, { pattern: 'match', output_mode: 'content' });
    expect(toolUseResult).toMatchObject({ numLines: 250, appliedLimit: 250 });
    expect(String(content).length).toBeLessThan(20_000);
  });
});
