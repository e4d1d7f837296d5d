import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notebookEditTool } from '../../src/tools/files/notebook-edit-tool.js';
import { readTool } from '../../src/tools/files/read-tool.js';
import { bench } from './support.js';

const notebook = (extra = {}) => ({
  cells: [
    { cell_type: 'markdown', id: 'intro', metadata: {}, source: ['# Title\n', 'words'] },
    {
      cell_type: 'code',
      id: 'sum',
      metadata: { tags: ['x'] },
      execution_count: 3,
      outputs: [{ output_type: 'stream', name: 'stdout', text: ['2\n'] }],
      source: ['1 + 1'],
    },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
  ...extra,
});

async function opened(value: unknown = notebook(), indent = 1) {
  const made = bench();
  const path = made.write('a.ipynb', `${JSON.stringify(value, null, indent)}\n`);
  await made.run(readTool, { file_path: path });
  const edit = (input: { [key: string]: string }) => made.run(notebookEditTool, { notebook_path: path, ...input });
  const cells = () => JSON.parse(made.text('a.ipynb')).cells as { [key: string]: unknown }[];
  return { ...made, file: path, edit, cells };
}

describe('NotebookEdit', () => {
  it('replaces a cell and drops its outputs; the rest of the file stays', async () => {
    const { edit, cells, text, backedUp, file } = await opened();
    const before = text('a.ipynb');
    const { toolUseResult } = await edit({ cell_id: 'sum', new_source: 'a = 2\nprint(a)' });
    expect(cells()[1]).toEqual({
      cell_type: 'code',
      id: 'sum',
      metadata: { tags: ['x'] },
      execution_count: null,
      outputs: [],
      source: ['a = 2\n', 'print(a)'],
    });
    expect(text('a.ipynb').split('\n').slice(0, 9)).toEqual(before.split('\n').slice(0, 9));
    expect(text('a.ipynb').endsWith('}\n')).toBe(true);
    expect(backedUp).toEqual([file]);
    expect(toolUseResult).toEqual({
      new_source: 'a = 2\nprint(a)',
      cell_id: 'sum',
      cell_type: 'code',
      language: 'python',
      edit_mode: 'replace',
      error: '',
      notebook_path: file,
      original_file: before,
      updated_file: text('a.ipynb'),
    });
  });

  it('inserts after a cell or at the start, and deletes', async () => {
    const { edit, cells } = await opened();
    await edit({ cell_id: 'intro', new_source: 'x', cell_type: 'code', edit_mode: 'insert' });
    await edit({ new_source: 'first', cell_type: 'markdown', edit_mode: 'insert' });
    expect(cells().map(({ source }) => source)).toEqual([['first'], ['# Title\n', 'words'], ['x'], ['1 + 1']]);
    expect(cells()[2]).toMatchObject({ cell_type: 'code', id: expect.any(String), outputs: [] });
    await edit({ cell_id: 'intro', new_source: '', edit_mode: 'delete' });
    expect(cells().map(({ id }) => id)).not.toContain('intro');
  });

  it('identifies cells without ids by number', async () => {
    const cells = [{ cell_type: 'code', metadata: {}, source: 'old', outputs: [], execution_count: 1 }];
    const made = await opened({ cells, nbformat: 4, nbformat_minor: 2, metadata: {} });
    expect((await made.edit({ cell_id: 'cell-0', new_source: 'new' })).isError).toBeUndefined();
    expect(made.cells()[0]).toMatchObject({ source: 'new' });
    await made.edit({ new_source: 'more', cell_type: 'code', edit_mode: 'insert' });
    expect(made.cells()[0]).not.toHaveProperty('id');
  });

  it.each([
    ['no such cell', { cell_id: 'nope', new_source: 'x' }],
    ['no cell named', { new_source: 'x' }],
    ['no type for a new cell', { new_source: 'x', edit_mode: 'insert' }],
  ])('refuses: %s', async (_, input) => {
    const { edit, text } = await opened();
    const before = text('a.ipynb');
    expect((await edit(input)).isError).toBe(true);
    expect(text('a.ipynb')).toBe(before);
  });

  it('requires that the notebook is unchanged since it was read', async () => {
    const unread = bench();
    const path = unread.write('a.ipynb', JSON.stringify(notebook()));
    const input = { notebook_path: path, cell_id: 'sum', new_source: 'x' };
    expect((await unread.run(notebookEditTool, input)).content).toContain('has not been read');
    const { edit, write } = await opened();
    await new Promise((resolve) => setTimeout(resolve, 20));
    write('a.ipynb', JSON.stringify(notebook({ nbformat_minor: 4 })));
    expect((await edit({ cell_id: 'sum', new_source: 'x' })).content).toContain('modified since read');
    expect((await unread.run(notebookEditTool, { ...input, notebook_path: 'a.txt' })).isError).toBe(true);
  });

  it('keeps every source as it was given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.constantFrom(0, 1, 2), async (source, indent) => {
        const { edit, cells } = await opened(notebook(), indent);
        await edit({ cell_id: 'sum', new_source: source });
        const { source: kept } = cells()[1] ?? {};
        expect((kept as string[]).join('')).toBe(source);
        expect(cells()[0]).toEqual(notebook().cells[0]);
      }),
      { numRuns: 30 },
    );
  });
});
