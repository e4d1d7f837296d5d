import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTool } from '../../src/tools/files/read-tool.js';
import { bench } from './support.js';

describe('Read', () => {
  it("returns numbered lines in the client's format", async () => {
    const { run, write } = bench();
    const path = write('README.md', '# My Project\n\nA CLI tool for managing widgets.\n');
    // What client 2.1.325 wrote for the same file.
    expect(await run(readTool, { file_path: path })).toEqual({
      content: '1\t# My Project\n2\t\n3\tA CLI tool for managing widgets.\n4\t',
      toolUseResult: {
        type: 'text',
        file: {
          filePath: path,
          content: '# My Project\n\nA CLI tool for managing widgets.\n',
          numLines: 4,
          startLine: 1,
          totalLines: 4,
        },
      },
    });
  });

  it('reads a part and says how to continue', async () => {
    const { run, write } = bench();
    write('a.txt', Array.from({ length: 10 }, (_, at) => `line ${at + 1}`).join('\n'));
    const { content, toolUseResult } = await run(readTool, { file_path: 'a.txt', offset: 4, limit: 2 });
    expect(content).toContain('4\tline 4\n5\tline 5\n\n');
    expect(content).toContain('Continue with offset 6');
    expect(toolUseResult).toMatchObject({
      file: { content: 'line 4\nline 5', numLines: 2, startLine: 4, totalLines: 10 },
    });
  });

  it('stops at 2000 lines', async () => {
    const { run, write } = bench();
    write('a.txt', 'x\n'.repeat(5000));
    const { toolUseResult } = await run(readTool, { file_path: 'a.txt' });
    expect(toolUseResult).toMatchObject({ file: { numLines: 2000, totalLines: 5001 } });
  });

  it('cuts long lines and long results', async () => {
    const { run, write } = bench();
    write('a.txt', `${'x'.repeat(5000)}\n${`${'y'.repeat(1900)}\n`.repeat(200)}`);
    const { content } = await run(readTool, { file_path: 'a.txt' });
    expect(content).toContain(`${'x'.repeat(2000)}... [line cut]`);
    expect(String(content).length).toBeLessThan(110_000);
    expect(content).toContain('too long to read at once');
  });

  it('shows text with other encodings and line endings', async () => {
    const { run, write } = bench();
    write('wide.txt', Buffer.from('\uFEFFgrün\r\nblau', 'utf16le'));
    write('dos.txt', 'a\r\nb\r\n');
    expect((await run(readTool, { file_path: 'wide.txt' })).content).toBe('1\tgrün\n2\tblau');
    expect((await run(readTool, { file_path: 'dos.txt' })).content).toBe('1\ta\n2\tb\n3\t');
  });

  it('warns about an empty file and an offset past the end', async () => {
    const { run, write } = bench();
    write('empty', '');
    write('short', 'a');
    expect((await run(readTool, { file_path: 'empty' })).content).toContain('the contents are empty');
    expect((await run(readTool, { file_path: 'short', offset: 9 })).content).toContain('only 1 lines');
  });

  it('reports a missing file and suggests a similar name', async () => {
    const { run, write, folder } = bench();
    write('.golangci.yaml', '');
    expect(await run(readTool, { file_path: '.golangci.yml' })).toEqual({
      content: `File does not exist. Note: your current working directory is ${folder}. Did you mean .golangci.yaml?`,
      toolUseResult: `Error: File does not exist. Note: your current working directory is ${folder}. Did you mean .golangci.yaml?`,
      isError: true,
    });
  });

  it('refuses folders, binary files and special files', async () => {
    const { run, write, folder, path } = bench();
    write('blob', Buffer.from([1, 2, 0, 3]));
    expect((await run(readTool, { file_path: folder })).content).toContain('is a folder');
    expect((await run(readTool, { file_path: 'blob' })).content).toContain('binary');
    if (process.platform === 'win32') return;
    execFileSync('mkfifo', [path('pipe')]);
    expect((await run(readTool, { file_path: 'pipe' })).content).toContain('not a regular file');
    expect((await run(readTool, { file_path: '/dev/zero' })).content).toContain('not a regular file');
  });

  it('reads a part of a file that does not fit into memory', async () => {
    const { run, path } = bench();
    const fd = openSync(path('huge.log'), 'w');
    writeSync(fd, 'first\nsecond\n');
    const line = Buffer.from(`${'z'.repeat(63)}\n`.repeat(16384));
    for (let count = 0; count < 100; count++) writeSync(fd, line);
    closeSync(fd);
    const before = process.memoryUsage().rss;
    const { content, toolUseResult } = await run(readTool, { file_path: 'huge.log', offset: 2, limit: 2 });
    expect(content).toContain(`2\tsecond\n3\t${'z'.repeat(63)}`);
    expect(toolUseResult).toMatchObject({ file: { totalLines: 2 + 16384 * 100 + 1 } });
    expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1024 * 1024);
  });

  it('handles a single endless line', async () => {
    const { run, path } = bench();
    const fd = openSync(path('line.txt'), 'w');
    writeSync(fd, 'start');
    const piece = Buffer.alloc(1024 * 1024, 'q');
    for (let count = 0; count < 64; count++) writeSync(fd, piece);
    ftruncateSync(fd, 64 * 1024 * 1024);
    closeSync(fd);
    const { content } = await run(readTool, { file_path: 'line.txt' });
    expect(String(content).length).toBeLessThan(2100);
  });
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('Read of non-text files', () => {
  it('shows an image', async () => {
    const { run, write } = bench();
    write('a.png', PNG);
    const { content, toolUseResult } = await run(readTool, { file_path: 'a.png' });
    const data = PNG.toString('base64');
    expect(content).toEqual([{ type: 'image', source: { type: 'base64', data, media_type: 'image/png' } }]);
    expect(toolUseResult).toEqual({
      type: 'image',
      file: { base64: data, type: 'image/png', originalSize: PNG.length },
    });
  });

  it('detects an image by its content, not its name', async () => {
    const { run, write } = bench();
    write('a.jpg', PNG);
    write('b.png', 'no picture');
    const { content } = await run(readTool, { file_path: 'a.jpg' });
    expect(content).toMatchObject([{ source: { media_type: 'image/png' } }]);
    expect((await run(readTool, { file_path: 'b.png' })).isError).toBe(true);
  });

  it('refuses an image that the API would refuse', async () => {
    const { run, write } = bench();
    write('a.png', Buffer.concat([PNG, Buffer.alloc(4_000_000)]));
    expect((await run(readTool, { file_path: 'a.png' })).content).toContain('too large');
  });

  it('sends a PDF after the result, as the client does', async () => {
    const { run, write } = bench();
    const path = write('a.pdf', '%PDF-1.4\n%%EOF\n');
    const result = await run(readTool, { file_path: path });
    const data = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');
    expect(result.content).toBe(`PDF file read: ${path} (1KB)`);
    expect(result.toolUseResult).toEqual({ type: 'pdf', file: { filePath: path, base64: data, originalSize: 15 } });
    expect(result.meta).toEqual([
      [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } }],
    ]);
  });

  it('draws PDF pages with pdftoppm, and says what to do without it', async () => {
    const made = bench();
    const { write, folder } = made;
    const path = write('a.pdf', '%PDF-1.4\n');
    const without = bench({ env: { PATH: folder } });
    const missing = await without.run(readTool, { file_path: path, pages: '2' });
    expect(missing.content).toContain('pdftoppm, which is not installed');
    write(
      'bin/pdftoppm',
      '#!/bin/sh\n[ "$5" = 7 ] && exit 0\n[ "$5" = 8 ] && { echo broken >&2; exit 1; }\nfor n in $(seq "$5" "$7"); do printf "$n" > "$9-$n.jpg"; done\n',
    );
    chmodSync(made.path('bin/pdftoppm'), 0o755);
    const drawing = bench({ env: { PATH: `${made.path('bin')}:${process.env['PATH']}` } });
    const { content, toolUseResult, meta } = await drawing.run(readTool, { file_path: path, pages: '2-4' });
    expect(content).toBe(`PDF pages extracted: 3 page(s) from ${path} (1KB)`);
    expect(toolUseResult).toEqual({ type: 'parts', file: { filePath: path, originalSize: 9, count: 3 } });
    const image = (data: string) => ({
      type: 'image',
      source: { type: 'base64', data: Buffer.from(data).toString('base64'), media_type: 'image/jpeg' },
    });
    expect(meta).toEqual([[image('2'), image('3'), image('4')]]);
    const output = async (pages: string) => (await drawing.run(readTool, { file_path: path, pages })).content;
    expect(await output('7')).toContain('no page 7');
    expect(await output('8')).toContain('broken');
    for (const wrong of ['x', '0', '4-2', '1-2-3']) expect(await output(wrong)).toContain('as pages');
    expect(await output('1-21')).toContain('At most 20');
  });

  it('does not send a PDF with more pages than the API accepts', async () => {
    const { write, run } = bench();
    const path = write('a.pdf', `%PDF-1.4\n${'<< /Type /Page >>\n'.repeat(101)}<< /Type /Pages >>`);
    expect((await run(readTool, { file_path: path })).content).toContain('101 pages');
  });

  it('shows the cells of a notebook', async () => {
    const { run, write } = bench();
    const cells = [
      { cell_type: 'markdown', id: 'one', source: ['# Title\n', 'words'], metadata: {} },
      {
        cell_type: 'code',
        execution_count: 3,
        source: 'print(1)',
        outputs: [
          { output_type: 'stream', name: 'stdout', text: ['1\n'] },
          { output_type: 'display_data', data: { 'image/png': PNG.toString('base64'), 'text/plain': '<Figure>' } },
          { output_type: 'error', ename: 'ValueError', evalue: 'no', traceback: ['at 1'] },
        ],
      },
    ];
    write('a.ipynb', JSON.stringify({ cells, nbformat: 4 }));
    const { content, toolUseResult } = await run(readTool, { file_path: 'a.ipynb' });
    expect(content).toMatchObject([
      { type: 'text', text: '<cell id="one"><cell_type>markdown</cell_type># Title\nwords</cell id="one">' },
      { type: 'text' },
      { type: 'image' },
    ]);
    expect(JSON.stringify(content)).toContain('ValueError: no');
    expect(toolUseResult).toMatchObject({
      type: 'notebook',
      file: { cells: [{ cell_id: 'one' }, { cell_id: 'cell-1', execution_count: 3 }] },
    });
  });

  it.each(['not json', '{}', '[]'])('says what is wrong with a notebook of %s', async (text) => {
    const { run, write } = bench();
    write('a.ipynb', text);
    expect((await run(readTool, { file_path: 'a.ipynb' })).isError).toBe(true);
  });
});
