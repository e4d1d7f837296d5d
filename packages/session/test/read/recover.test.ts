import { describe, expect, it } from 'vitest';
import { bytesOf, faultsOf, linesOf } from './lines-of.js';

const entry = (uuid: string, more: object = {}) => ({ type: 'user', uuid, ...more });
const A = JSON.stringify(entry('a'));
const B = JSON.stringify(entry('b'));
const C = JSON.stringify(entry('c'));

/** What is recovered from one damaged line. */
function recovered(...parts: Parameters<typeof bytesOf>) {
  const lines = linesOf(bytesOf(...parts, '\n'));
  expect(lines).toHaveLength(1);
  return { state: lines[0]?.state, uuids: lines[0]?.objects.map((object) => object['uuid']), faults: faultsOf(lines) };
}

describe('glued objects', () => {
  it('two are split', () => {
    expect(recovered(A, B)).toEqual({ state: 'recovered', uuids: ['a', 'b'], faults: [['glued', 1, A.length]] });
  });

  it('three are split', () => {
    expect(recovered(A, B, C)).toEqual({
      state: 'recovered',
      uuids: ['a', 'b', 'c'],
      faults: [
        ['glued', 1, A.length],
        ['glued', 1, A.length + B.length],
      ],
    });
  });

  it('need not be entries', () => {
    expect(linesOf('{"x":1}{"y":"}{"}\n')[0]?.objects).toEqual([{ x: 1 }, { y: '}{' }]);
  });

  it('may have space or garbage between them', () => {
    expect(recovered(A, '  ', B).uuids).toEqual(['a', 'b']);
    expect(recovered(A, 'x', B)).toEqual({
      state: 'recovered',
      uuids: ['a', 'b'],
      faults: [
        ['bad_json', 1, A.length],
        ['glued', 1, A.length + 1],
      ],
    });
  });
});

describe('NUL runs', () => {
  it('before the object', () => {
    expect(recovered([0, 0, 0], A)).toEqual({ state: 'recovered', uuids: ['a'], faults: [['nul', 1, 0]] });
  });

  it('after the object', () => {
    expect(recovered(A, [0, 0])).toEqual({ state: 'recovered', uuids: ['a'], faults: [['nul', 1, A.length]] });
  });

  it('between two objects', () => {
    expect(recovered(A, [0], B)).toEqual({
      state: 'recovered',
      uuids: ['a', 'b'],
      faults: [
        ['nul', 1, A.length],
        ['glued', 1, A.length + 1],
      ],
    });
  });

  it('inside an object lose only that object', () => {
    const half = A.slice(0, 15);
    expect(recovered(half, [0, 0, 0], A.slice(15), B)).toEqual({
      state: 'recovered',
      uuids: ['b'],
      faults: [
        ['bad_json', 1, 0],
        ['nul', 1, 15],
        ['bad_json', 1, 18],
      ],
    });
  });

  it('alone are skipped', () => {
    expect(recovered([0, 0, 0, 0])).toEqual({ state: 'skipped', uuids: [], faults: [['nul', 1, 0]] });
  });
});

describe('a torn object before a whole one', () => {
  const long = JSON.stringify(
    entry('a', { message: { role: 'user', content: [{ type: 'text', text: 'a "b" {c} \\ é' }] } }),
  );

  it('loses only the torn one, wherever it is torn', () => {
    for (let cut = 1; cut < long.length - 1; cut++) {
      const { state, uuids, faults } = recovered(long.slice(0, cut), B);
      expect([cut, state, uuids, faults[0]]).toEqual([cut, 'recovered', ['b'], ['bad_json', 1, 0]]);
    }
  });

  it.each([
    { type: 'summary', summary: 'x', leafUuid: 'l' },
    { type: 'mode', mode: 'normal', sessionId: 's' },
    { type: 'file-history-snapshot', messageId: 'm', snapshot: {} },
    { type: 'assistant', timestamp: '2025-06-01T00:00:00.000Z', message: { role: 'assistant', content: [] } },
    { uuid: 'u', parentUuid: null, message: { role: 'user', content: 'x' } },
  ])('the whole one may be %j', (object) => {
    expect(linesOf(`${long.slice(0, 60)}${JSON.stringify(object)}\n`)[0]?.objects).toEqual([object]);
  });

  it('two whole ones after it are both recovered', () => {
    expect(recovered(long.slice(0, 60), B, C).uuids).toEqual(['b', 'c']);
  });

  it('an entry inside the torn one is not taken for a line of its own', () => {
    const progress = JSON.stringify({
      type: 'progress',
      data: { message: entry('inner'), agentId: 'x' },
      uuid: 'outer',
    });
    expect(recovered(progress.slice(0, -5)).uuids).toEqual([]);
    expect(recovered(progress.slice(0, -5), B).uuids).toEqual(['b']);
  });

  it('a content block of the torn one is not taken for an entry', () => {
    expect(recovered('{"message":{"content":[{"type":"text","text":"x"}').state).toBe('skipped');
  });

  it('the whole one is found after a thousand braces', () => {
    const patch = JSON.stringify(entry('a', { lines: Array.from({ length: 2000 }, () => '+ function x() {') }));
    expect(recovered(patch.slice(0, -4), B).uuids).toEqual(['b']);
  });

  it('a line with only braces ends soon', () => {
    expect(recovered('{"'.repeat(500_000)).state).toBe('skipped');
    expect(recovered('{"a":'.repeat(200_000)).state).toBe('skipped');
  });
});
