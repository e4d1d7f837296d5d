import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editTool } from '../../src/tools/files/edit-tool.js';
import { decodeText, encodeText } from '../../src/tools/files/file-text.js';
import { readTool } from '../../src/tools/files/read-tool.js';
import { writeTool } from '../../src/tools/files/write-tool.js';
import { type Bench, bench } from './support.js';

const README = '# My Project\n\nA CLI tool for managing widgets.\n';
const CURRENT = '(file state is current in your context — no need to Read it back)';

async function withRead(text: string | Buffer, name = 'a.txt'): Promise<Bench> {
  const made = bench();
  made.write(name, text);
  await made.run(readTool, { file_path: name });
  return made;
}

describe('Edit', () => {
  it("has the client's format", async () => {
    const { run, path, text, backedUp } = await withRead(README, 'README.md');
    const filePath = path('README.md');
    const input = { file_path: filePath, old_string: 'A CLI tool', new_string: 'A fine CLI tool', replace_all: false };
    // What client 2.1.325 wrote for the same edit.
    expect(await run(editTool, input)).toEqual({
      content: `The file ${filePath} has been updated successfully. ${CURRENT}`,
      toolUseResult: {
        filePath,
        oldString: 'A CLI tool',
        newString: 'A fine CLI tool',
        originalFile: README,
        structuredPatch: [
          {
            oldStart: 1,
            oldLines: 3,
            newStart: 1,
            newLines: 3,
            lines: [
              ' # My Project',
              ' ',
              '-A CLI tool for managing widgets.',
              '+A fine CLI tool for managing widgets.',
            ],
          },
        ],
        userModified: false,
        replaceAll: false,
      },
    });
    expect(text('README.md')).toBe(README.replace('A CLI', 'A fine CLI'));
    expect(backedUp).toEqual([filePath]);
  });

  it.each([
    ['what is not there', 'NOT THERE', 'x', 'String to replace not found in file.\nString: NOT THERE'],
    ['what is there twice', 'one', 'x', 'Found 2 matches'],
    ['nothing', 'one', 'one', 'exactly the same'],
    ['all with nothing to find', '', 'x', 'file already exists'],
  ])('does not replace %s', async (_, old_string, new_string, message) => {
    const { run, text, backedUp } = await withRead('one\ntwo\none\n');
    const result = await run(editTool, { file_path: 'a.txt', old_string, new_string });
    expect(result.isError).toBe(true);
    expect(result.content).toContain(`<tool_use_error>${message === 'Found 2 matches' ? message : ''}`);
    expect(result.toolUseResult).toContain(message);
    expect(text('a.txt')).toBe('one\ntwo\none\n');
    expect(backedUp).toEqual([]);
  });

  it('replaces all on request, and takes special characters literally', async () => {
    const { run, text } = await withRead('one\ntwo\none\n');
    const input = { file_path: 'a.txt', old_string: 'one', new_string: "$& $1 $' \\n", replace_all: true };
    expect((await run(editTool, input)).toolUseResult).toMatchObject({ replaceAll: true });
    expect(text('a.txt')).toBe("$& $1 $' \\n\ntwo\n$& $1 $' \\n\n");
  });

  it('requires that the file was read', async () => {
    const { run, write, text } = bench();
    write('a.txt', 'one');
    const result = await run(editTool, { file_path: 'a.txt', old_string: 'one', new_string: 'two' });
    expect(result.content).toBe(
      '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>',
    );
    expect(text('a.txt')).toBe('one');
  });

  it('notices that someone else changed the file', async () => {
    const { run, write, path, text } = await withRead('one\n');
    write('a.txt', 'one\nof somebody else\n');
    utimesSync(path('a.txt'), new Date(), new Date(Date.now() + 5000));
    const result = await run(editTool, { file_path: 'a.txt', old_string: 'one', new_string: 'two' });
    expect(result.toolUseResult).toContain('modified since read');
    expect(text('a.txt')).toContain('somebody else');
    await run(readTool, { file_path: 'a.txt' });
    expect((await run(editTool, { file_path: 'a.txt', old_string: 'one', new_string: 'two' })).isError).toBeUndefined();
  });

  it('accepts a file that was only touched', async () => {
    const { run, path } = await withRead('one\n');
    utimesSync(path('a.txt'), new Date(), new Date(Date.now() + 5000));
    expect((await run(editTool, { file_path: 'a.txt', old_string: 'one', new_string: 'two' })).isError).toBeUndefined();
  });

  it('edits twice without reading in between', async () => {
    const { run, text } = await withRead('one\n');
    await run(editTool, { file_path: 'a.txt', old_string: 'one', new_string: 'two' });
    await run(editTool, { file_path: 'a.txt', old_string: 'two', new_string: 'three' });
    expect(text('a.txt')).toBe('three\n');
  });

  it('creates a new file, and its missing folders', async () => {
    const { run, text } = bench();
    const input = { file_path: 'new/deep/a.txt', old_string: '', new_string: 'words\n' };
    expect((await run(editTool, input)).toolUseResult).toMatchObject({ originalFile: null });
    expect(text('new/deep/a.txt')).toBe('words\n');
    expect((await run(editTool, { ...input, file_path: 'b', old_string: 'x' })).content).toContain('does not exist');
  });

  it('keeps line endings, byte order marks and encodings', async () => {
    const dos = await withRead('a\r\nb\r\n');
    await dos.run(editTool, { file_path: 'a.txt', old_string: 'a\nb', new_string: 'a\nx\nb' });
    expect(dos.text('a.txt')).toBe('a\r\nx\r\nb\r\n');
    const wide = await withRead(Buffer.from('\uFEFFgrün\r\n', 'utf16le'));
    await wide.run(editTool, { file_path: 'a.txt', old_string: 'grün', new_string: 'blau' });
    expect(readFileSync(wide.path('a.txt')).toString('utf16le')).toBe('\uFEFFblau\r\n');
    const marked = await withRead('\uFEFFa');
    await marked.run(editTool, { file_path: 'a.txt', old_string: 'a', new_string: 'b' });
    expect(marked.text('a.txt')).toBe('\uFEFFb');
  });

  it('does not damage bytes that are not text', async () => {
    const bytes = Buffer.from([0x61, 0xff, 0xfe, 0x62, 0x0a]);
    const { run, path } = await withRead(bytes);
    const result = await run(editTool, { file_path: 'a.txt', old_string: 'a', new_string: 'b' });
    expect(result.content).toContain('would damage it');
    expect(readFileSync(path('a.txt')).equals(bytes)).toBe(true);
  });
});

describe('Write', () => {
  it("creates a file, in the client's format", async () => {
    const { run, path, text } = bench();
    const filePath = path('new.txt');
    expect(await run(writeTool, { file_path: filePath, content: 'hello\nworld\n' })).toEqual({
      content: `File created successfully at: ${filePath} ${CURRENT}`,
      toolUseResult: {
        type: 'create',
        filePath,
        content: 'hello\nworld\n',
        structuredPatch: [],
        originalFile: null,
        userModified: false,
      },
    });
    expect(text('new.txt')).toBe('hello\nworld\n');
  });

  it('replaces a file that was read', async () => {
    const { run, text } = await withRead('one\n');
    const { toolUseResult } = await run(writeTool, { file_path: 'a.txt', content: 'two\n' });
    expect(toolUseResult).toMatchObject({
      type: 'update',
      originalFile: 'one\n',
      structuredPatch: [{ lines: ['-one', '+two'] }],
    });
    expect(text('a.txt')).toBe('two\n');
  });

  it('does not replace one that was not read', async () => {
    const { run, write, text } = bench();
    write('a.txt', 'one');
    expect((await run(writeTool, { file_path: 'a.txt', content: 'two' })).isError).toBe(true);
    expect(text('a.txt')).toBe('one');
  });

  it('does not change a write-protected file', async () => {
    const { run, path, text } = await withRead('kept\n');
    chmodSync(path('a.txt'), 0o444);
    for (const change of [
      () => run(writeTool, { file_path: 'a.txt', content: 'lost\n' }),
      () => run(editTool, { file_path: 'a.txt', old_string: 'kept', new_string: 'lost' }),
    ]) {
      expect(await change()).toMatchObject({ isError: true, content: expect.stringContaining('write-protected') });
    }
    expect(text('a.txt')).toBe('kept\n');
    expect(statSync(path('a.txt')).mode & 0o777).toBe(0o444);
  });

  it('keeps hard links', async () => {
    const { run, path, text } = await withRead('old\n');
    linkSync(path('a.txt'), path('b.txt'));
    await run(editTool, { file_path: 'a.txt', old_string: 'old', new_string: 'new' });
    expect(text('b.txt')).toBe('new\n');
    expect(statSync(path('a.txt')).ino).toBe(statSync(path('b.txt')).ino);
  });

  it('keeps links and modes', async () => {
    if (process.platform === 'win32') return;
    const { run, path, write, text } = bench();
    write('real.sh', 'one\n');
    chmodSync(path('real.sh'), 0o755);
    symlinkSync('real.sh', path('link.sh'));
    await run(readTool, { file_path: 'link.sh' });
    await run(writeTool, { file_path: 'link.sh', content: 'two\n' });
    expect(lstatSync(path('link.sh')).isSymbolicLink()).toBe(true);
    expect(text('real.sh')).toBe('two\n');
    expect(statSync(path('real.sh')).mode & 0o777).toBe(0o755);
  });

  it('reports system errors', async () => {
    const { run, write } = bench();
    write('file', 'x');
    expect((await run(writeTool, { file_path: 'file/below', content: 'x' })).isError).toBe(true);
    expect((await run(writeTool, { file_path: '.', content: 'x' })).content).toContain('is a folder');
  });
});

const canMount =
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;

describe.skipIf(!canMount)('a full disk', () => {
  it('is reported, and the old file stays whole', async ({ skip }) => {
    const { run, path } = bench();
    mkdirSync(path('disk'));
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path('disk')]).status !== 0) {
      skip('no disk can be mounted here');
      return;
    }
    try {
      writeFileSync(join(path('disk'), 'a.txt'), 'precious\n');
      await run(readTool, { file_path: 'disk/a.txt' });
      const result = await run(writeTool, { file_path: 'disk/a.txt', content: 'x'.repeat(1024 * 1024) });
      expect(result.isError).toBe(true);
      expect(result.content).toContain('the disk is full');
      expect(readFileSync(join(path('disk'), 'a.txt'), 'utf8')).toBe('precious\n');
      expect(existsSync(join(path('disk'), 'a.txt'))).toBe(true);
    } finally {
      execFileSync('umount', [path('disk')]);
    }
  });
});

describe('text of files', () => {
  it('is written back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), fc.constantFrom('\n', '\r\n'), (text, hasBom, end) => {
        const bytes = Buffer.from(`${hasBom ? '\uFEFF' : ''}${text.replace(/\r?\n/g, end)}`);
        const decoded = decodeText(bytes);
        if (decoded.isLossless) expect(encodeText(decoded.text, decoded).equals(bytes)).toBe(true);
      }),
    );
  });

  it('is never called lossless if bytes would be lost', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (array) => {
        const bytes = Buffer.from(array);
        const decoded = decodeText(bytes);
        expect(encodeText(decoded.text, decoded).equals(bytes)).toBe(decoded.isLossless);
      }),
    );
  });
});
