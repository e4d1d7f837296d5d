import { describe, expect, it } from 'vitest';
import { writeCallsOf, writeResultsOf } from '../../src/facts/written-lines.js';
import { TOOL } from '../../src/tools/registry.js';

const any = () => true;

describe('lines that a call writes', () => {
  it('are the new ones of its input', () => {
    const input = { file_path: '/app/a.ts', old_string: 'keep\nold', new_string: 'keep\nnew' };
    expect(writeCallsOf(call(TOOL.Edit, input))).toEqual([
      { toolUseId: 't1', tool: TOOL.Edit, path: '/app/a.ts', lines: ['new'], isWhole: false },
    ]);
    expect(writeCallsOf(call(TOOL.Write, { file_path: '/app/a.ts', content: 'a\nb' }))[0]).toMatchObject({
      lines: ['a', 'b'],
      isWhole: true,
    });
    expect(writeCallsOf(call(TOOL.Read, { file_path: '/app/a.ts' }))).toEqual([]);
  });

  it('include those of all edits of one call, and of a cell', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: 'd' },
    ];
    expect(writeCallsOf(call(TOOL.MultiEdit, { file_path: '/a', edits }))[0]?.lines).toEqual(['b', 'd']);
    const cell = { notebook_path: '/n.ipynb', new_source: 'import x\nrun()' };
    expect(writeCallsOf(call(TOOL.NotebookEdit, cell))[0]?.lines).toEqual(['import x', 'run()']);
  });

  it('are found in the progress lines of a parent', () => {
    const message = call(TOOL.Write, { file_path: '/a', content: 'x' });
    const progress = { type: 'progress', data: { type: 'agent_progress', agentId: 'a', message } };
    expect(writeCallsOf(progress)).toHaveLength(1);
  });
});

describe('lines recorded in a result', () => {
  it('are the added ones of its patch', () => {
    const lines = [' same', '-old', '+  one', '+two'];
    const noted = { filePath: '/a', originalFile: null, structuredPatch: [{ lines }, { lines: ['+three'] }] };
    expect(writeResultsOf(result(noted), any)).toEqual([
      { toolUseId: 't1', isFailed: false, lines: ['  one', 'two', 'three'] },
    ]);
  });

  it('are rebuilt from the original if there is no patch, everywhere on request, and with characters special to replace()', () => {
    const noted = {
      filePath: '/a',
      originalFile: 'x = a;\ny = a;',
      oldString: 'a',
      newString: '$&',
      structuredPatch: [],
    };
    expect(writeResultsOf(result(noted), any)[0]?.lines).toEqual(['x = $&;']);
    expect(writeResultsOf(result({ ...noted, replaceAll: true }), any)[0]?.lines).toEqual(['x = $&;', 'y = $&;']);
  });

  it('are the content of a new file, and none of a file written unchanged', () => {
    const noted = { type: 'create', filePath: '/a', content: 'a\nb', structuredPatch: [], originalFile: null };
    expect(writeResultsOf(result(noted), any)[0]?.lines).toEqual(['a', 'b']);
    expect(writeResultsOf(result({ ...noted, type: 'update', originalFile: 'a\nb' }), any)[0]?.lines).toEqual([]);
  });

  it('are unknown if the client recorded none, and none if the call failed', () => {
    expect(writeResultsOf(result(undefined), any)).toEqual([{ toolUseId: 't1', isFailed: false }]);
    expect(writeResultsOf(result('Error: not found', true), any)).toEqual([{ toolUseId: 't1', isFailed: true }]);
    expect(writeResultsOf(result({ new_source: 'x', error: 'Cell not found' }), any)[0]?.isFailed).toBe(true);
    expect(writeResultsOf(result(undefined), () => false)).toEqual([]);
  });
});

function call(name: string, input: object) {
  return { type: 'assistant', message: { content: [{ type: 'tool_use', id: 't1', name, input }] } };
}

function result(noted: unknown, isError = false) {
  const content = [{ type: 'tool_result', tool_use_id: 't1', content: 'done', ...(isError && { is_error: true }) }];
  return { type: 'user', message: { role: 'user', content }, ...(noted !== undefined && { toolUseResult: noted }) };
}
