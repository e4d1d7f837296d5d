import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../src/format/entry.js';
import { persistedOutputsOf } from '../../src/locate/persisted-output.js';
import { readToolResult, resolveToolResult, toolResultsFolder } from '../../src/locate/tool-result.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { A, tempTree } from './temp-tree.js';

const output = (path: string) => ({ tool_use_id: 't', path, size: undefined });
const stub = (path: string) =>
  `<persisted-output>\nOutput too large (21KB). Full output saved to: ${path}\n\nPreview (first 2KB):\nx`;
const results = (...contents: unknown[]): Entry => ({
  type: 'user',
  message: {
    role: 'user',
    content: contents.map((content, n) => ({ type: 'tool_result', tool_use_id: `t${n}`, content })) as never,
  },
});

describe('persistedOutputsOf', () => {
  test('takes the recorded path and size', () => {
    const entry = {
      ...results(stub('/stub')),
      toolUseResult: { persistedOutputPath: '/p/x.txt', persistedOutputSize: 9 },
    };
    expect(persistedOutputsOf(entry)).toEqual([{ tool_use_id: 't0', path: '/p/x.txt', size: 9 }]);
  });

  test('otherwise reads the stub of each result', () => {
    const entry = results(stub('/p/a.txt'), 'plain', [{ type: 'text', text: stub('C:\\p\\b c.txt') }]);
    expect(persistedOutputsOf(entry).map(({ tool_use_id, path }) => [tool_use_id, path])).toEqual([
      ['t0', '/p/a.txt'],
      ['t2', 'C:\\p\\b c.txt'],
    ]);
  });

  test('ignores a stub in the middle of an output', () => {
    expect(persistedOutputsOf(results(`a log that quotes\n${stub('/etc/passwd')}`))).toEqual([]);
    expect(persistedOutputsOf({ type: 'user', message: { role: 'user', content: stub('/x') } })).toEqual([]);
  });
});

describe('resolveToolResult', () => {
  const tree = () =>
    tempTree({ [`p/${A}.jsonl`]: '', [`p/${A}/tool-results/b1.txt`]: '0123456789', 'secret.txt': 'secret' });

  test('finds a path of another machine by its name, and reads parts', () => {
    const root = tree();
    const file = join(root, `p/${A}/tool-results/b1.txt`);
    const session = join(root, `p/${A}.jsonl`);
    expect(resolveToolResult(session, output('/home/dev/other/b1.txt'))).toEqual({ kind: 'found', file, size: 10 });
    expect(resolveToolResult(session, output('C:\\Users\\x\\b1.txt'))).toEqual({ kind: 'found', file, size: 10 });
    expect(text(readToolResult(file, { offset: 3, length: 4 }))).toBe('3456');
    expect(text(readToolResult(file, { offset: 8, length: 1e9 }))).toBe('89');
    expect(text(readToolResult(file, { offset: 99, length: 5 }))).toBe('');
  });

  test('works for the sub-agents of the session', () => {
    const root = tree();
    for (const agent of ['subagents/agent-a1.jsonl', 'subagents/workflows/wf_1/agent-a2.jsonl']) {
      expect(toolResultsFolder(join(root, 'p', A, agent))).toBe(join(root, 'p', A, 'tool-results'));
    }
  });

  test('reports a deleted file as missing', () => {
    expect(resolveToolResult(join(tree(), `p/${A}.jsonl`), output('/x/gone.txt')).kind).toBe('missing');
  });

  test.each(['/x/..', '/x/.', '/x/', '', 'C:b1.txt', 'b1.txt:stream', 'b1\0.txt'])('refuses the name in %j', (path) => {
    expect(resolveToolResult(join(tree(), `p/${A}.jsonl`), output(path)).kind).toBe('refused');
  });

  test('never leaves the folder through a path or a link', () => {
    const root = tree();
    const session = join(root, `p/${A}.jsonl`);
    const folder = join(root, `p/${A}/tool-results`);
    expect(resolveToolResult(session, output(join(root, 'secret.txt'))).kind).toBe('missing');
    expect(resolveToolResult(session, output('../../../secret.txt')).kind).toBe('missing');
    symlinkSync(join(root, 'secret.txt'), join(folder, 'link.txt'));
    mkdirSync(join(folder, 'folder.txt'));
    expect(resolveToolResult(session, output('link.txt')).kind).toBe('refused');
    expect(resolveToolResult(session, output('folder.txt')).kind).toBe('refused');
    expect(() => readToolResult(join(folder, 'link.txt'), { offset: 0, length: 9 })).toThrow();
  });

  test.each(['tool-results', ''])('refuses if the folder %j is itself a link', (part) => {
    const root = tree();
    const linked = join(root, 'p', A, part);
    mkdirSync(join(root, 'elsewhere/tool-results'), { recursive: true });
    writeFileSync(join(root, 'elsewhere/b1.txt'), 'secret');
    writeFileSync(join(root, 'elsewhere/tool-results/b1.txt'), 'secret');
    rmSync(linked, { recursive: true });
    symlinkSync(join(root, 'elsewhere'), linked.replace(/\/$/, ''));
    expect(resolveToolResult(join(root, `p/${A}.jsonl`), output('b1.txt')).kind).toBe('refused');
  });

  test('works if the project folder is reached through a link', () => {
    const root = tree();
    symlinkSync(join(root, 'p'), join(root, 'q'));
    expect(resolveToolResult(join(root, `q/${A}.jsonl`), output('b1.txt')).kind).toBe('found');
  });
});

test.skipIf(!hasCorpus)('finds every output that the clients offloaded', () => {
  const found: unknown[] = [];
  for (const file of sessionFilesIn(corpusPath('real-client/sessions'))) {
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      for (const each of persistedOutputsOf(JSON.parse(line) as Entry)) {
        const result = resolveToolResult(file, each);
        expect(result.kind).toBe('found');
        if (result.kind === 'found' && each.size !== undefined) expect(result.size).toBe(each.size);
        found.push(result);
      }
    }
  }
  expect(found).toHaveLength(3);
});

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
