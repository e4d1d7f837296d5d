import { describe, expect, it } from 'vitest';
import { requestOf, turnsOf, turnsText } from '../../app/src/edit/request.js';

describe('turns in an address', () => {
  it('are numbers and ranges', () => {
    expect(turnsOf('3, 5-7')).toEqual([3, 5, 6, 7]);
    expect(turnsOf('5..6 3,')).toEqual([3, 5, 6]);
  });

  it('are written as they are read', () => {
    expect(turnsText([7, 3, 5, 6])).toBe('3,5-7');
    expect(turnsOf(turnsText([1, 2, 9]))).toEqual([1, 2, 9]);
    expect(turnsText([])).toBe('');
  });

  it.each(['0', '-1', 'a..b', '3..1', '2, x', '1-', '9-3', '1..123456789'])('are none in %s', (text) => {
    expect(turnsOf(text)).toEqual([]);
  });
});

describe('the request of an edit', () => {
  const of = (query: string, ticked: number[] = []) => requestOf(new URLSearchParams(query), ticked);

  it('comes from the address and the ticked turns', () => {
    expect(of('op=cut', [3, 5])).toEqual({ operation: 'cut', turns: [3, 5] });
    expect(of('op=cut&inplace=1', [3])).toEqual({ operation: 'cut', turns: [3], inPlace: true });
    expect(of('op=fork', [2, 7])).toEqual({ operation: 'fork', at: 7 });
    expect(of('op=clone')).toEqual({ operation: 'clone' });
    expect(of('op=redact&inplace=1')).toEqual({ operation: 'redact', inPlace: true });
  });

  it('strips the ticked turns, or all but the last', () => {
    expect(of('op=strip&preset=hard&keep=5')).toEqual({ operation: 'strip', preset: 'hard', keepLast: 5 });
    expect(of('op=strip&keep=5', [2])).toEqual({ operation: 'strip', preset: 'standard', turns: [2] });
  });

  it('strips single calls, whatever turns are ticked', () => {
    const calls = ['toolu_1', 'toolu_2'];
    expect(of('op=strip&calls=toolu_1,toolu_2', [2])).toEqual({ operation: 'strip', calls, results: true });
    expect(of('op=strip&calls=toolu_1,toolu_2&part=call')).toEqual({ operation: 'strip', calls, tools: true });
  });

  it('is missing until turns are ticked', () => {
    for (const query of ['', 'op=cut', 'op=fork', 'op=drop']) expect(of(query)).toBeUndefined();
  });
});
