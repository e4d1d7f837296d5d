import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RebuiltFile } from '../../../src/view/files/rebuilt-file.js';
import type { FileDiff } from '../../../src/view/view.js';
import { reading, SECRET, script } from '../../support/reading.js';
import type { SessionScript } from '../../support/script.js';

const PATH = '/home/dev/app/a.ts';
const edit = (old_string: string, new_string: string) => ({ file_path: PATH, old_string, new_string });

describe('the diff of a file', () => {
  const diff = (session: SessionScript): Promise<FileDiff> => {
    const { reader, target } = reading(session);
    return reader.diff(target(), 'a.ts');
  };
  const changed = ({ hunks }: FileDiff) =>
    hunks.flatMap(({ lines }) =>
      lines.filter(({ kind }) => kind !== 'same').map(({ kind, text, turn }) => [kind, text, turn]),
    );

  it('goes from the first text to the last, and names the turns', async () => {
    const session = script()
      .user('One')
      .call('Edit', edit('b', 'B'), 'ok', { noted: { originalFile: 'a\nb\nc\n', oldString: 'b', newString: 'B' } })
      .user('Two')
      .call('Edit', edit('B', '\tBB'), 'ok', {
        noted: { originalFile: 'a\nB\nc\n', oldString: 'B', newString: '\tBB' },
      })
      .call('Edit', edit('x', 'y'), 'not found', { isError: true });
    expect(changed(await diff(session))).toEqual([
      ['removed', 'b', 1],
      ['added', '\tBB', 2],
    ]);
  });

  it('does not blame a turn for what something else changed in between', async () => {
    const session = script()
      .user('One')
      .call('Write', { file_path: PATH, content: 'a\nb\n' }, 'ok', { noted: { type: 'create' } })
      .user('Two')
      .call('Edit', edit('b', 'c'), 'ok', {
        noted: { originalFile: 'formatted\na\nb\n', oldString: 'b', newString: 'c' },
      });
    const found = await diff(session);
    expect(found.isNew).toBe(true);
    expect(changed(found)).toEqual([
      ['added', 'formatted', null],
      ['added', 'a', 1],
      ['added', 'c', 2],
    ]);
  });

  it('shows single changes of a file whose text was not recorded, unless it was read', async () => {
    const noted = { originalFile: null, structuredPatch: [{ oldStart: 90, newStart: 90, lines: ['-b', '+c'] }] };
    const unknown = await diff(script().user('One').call('Edit', edit('b', 'c'), 'ok', { noted }));
    expect(unknown).toMatchObject({ loose: 1, hunks: [{ oldStart: 90, isLoose: false }] });
    const file = { filePath: PATH, content: 'a\nb\n', startLine: 1, numLines: 3, totalLines: 3 };
    const read = await diff(
      script()
        .user('One')
        .call('Read', { file_path: PATH }, 'ok', { noted: { type: 'text', file } })
        .call('Edit', edit('b', '\tc'), 'ok', { noted: { ...noted, oldString: 'b', newString: '\tc' } }),
    );
    expect(read.loose).toBe(0);
    expect(changed(read)).toEqual([
      ['removed', 'b', 1],
      ['added', '\tc', 1],
    ]);
  });

  it('hides secrets, and answers 404 for a file that was only read', async () => {
    const session = script()
      .user('One')
      .call('Write', { file_path: PATH, content: `token = ${SECRET}` }, 'ok', { noted: { type: 'create' } })
      .call('Read', { file_path: '/home/dev/app/b.ts' }, 'ok');
    expect(JSON.stringify(await diff(session))).not.toContain(SECRET);
    const { reader, target } = reading(session);
    await expect(reader.diff(target(), 'b.ts')).rejects.toThrow('did not write');
    expect(await reader.files(target())).toMatchObject({ files: [{ path: 'a.ts', turns: [1] }] });
  });

  it('always leads from the first text to the last', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
        const file = new RebuiltFile();
        for (const [turn, each] of texts.entries()) file.change(each, turn);
        const lines = file.diff();
        const side = (gone: string) => lines.filter(({ kind }) => kind !== gone).map((line) => line.text);
        const split = (each = '') => (each === '' ? [] : each.replace(/\n$/, '').split('\n'));
        expect(side('added')).toEqual(split(texts[0]));
        expect(side('removed')).toEqual(split(texts.at(-1)));
        for (const { kind, turn } of lines) expect(turn === null).toBe(kind === 'same' || texts.length === 1);
      }),
    );
  });
});
