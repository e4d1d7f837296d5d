import { describe, expect, it } from 'vitest';
import { script } from '../../support/lines.js';
import { kindsOf, repairText } from './repaired.js';

const healthy = () => script().user('Q1').reply('m1', 'A1').user('Q2').reply('m2', 'A2').text();

describe('damaged lines', () => {
  it('leaves a healthy session alone', () => {
    const result = repairText(healthy());
    expect(result.repair.findings).toEqual([]);
    expect(result.text).toBe(healthy());
  });

  it('splits glued lines, each object byte for byte', () => {
    const glued = healthy().replace('\n', '');
    const result = repairText(glued);
    expect(kindsOf(result)).toEqual(['glued']);
    expect(result.text).toBe(healthy());
    expect(result.after).toEqual(['Q1', 'A1', 'Q2', 'A2']);
    expect(result.left).toEqual([]);
  });

  it('keeps numbers and escapes of a glued object as written', () => {
    const odd = '{"type":"x","n":1.0,"big":12345678901234567890,"t":"\\u00e9"}';
    const result = repairText(`${odd}${odd}\n${healthy()}`);
    expect(result.text).toBe(`${odd}\n${odd}\n${healthy()}`);
  });

  it('removes NUL bytes and reports how many and where', () => {
    const [first, ...rest] = healthy().split('\n');
    const result = repairText([first, `${'\0'.repeat(40)}${rest[0]}`, ...rest.slice(1)].join('\n'));
    expect(kindsOf(result)).toEqual(['nul']);
    expect(result.repair.findings[0]).toMatchObject({ line: 2, byte: (first?.length ?? 0) + 1 });
    expect(result.repair.plan.notes[0]).toContain('40 damaged bytes');
    expect(result.text).toBe(healthy());
  });

  it('leaves out anything that is not an object: garbage, torn ends, bare values', () => {
    const result = repairText(`not json\n[1]\n${healthy()}{"type":"user","mess`);
    expect(kindsOf(result)).toEqual(['garbage', 'garbage', 'garbage']);
    expect(result.text).toBe(healthy());
  });

  it('recovers the object after a torn one', () => {
    const [first, second, ...rest] = healthy().split('\n');
    const result = repairText([`${first?.slice(0, 60)}${second}`, ...rest].join('\n'));
    expect(kindsOf(result)).toContain('garbage');
    expect(result.after).toEqual(['A1', 'Q2', 'A2']);
    expect(result.left).toEqual([]);
  });

  it('leaves blank lines and CR LF alone', () => {
    const text = `\n${healthy().replaceAll('\n', '\r\n')}\n`;
    const result = repairText(text);
    expect(result.repair.findings).toEqual([]);
    expect(result.text).toBe(text);
  });

  it('repairs only what is requested', () => {
    const broken = `not json\n${healthy().replace('\n', '')}`;
    const result = repairText(broken, (finding) => finding.kind === 'glued');
    expect(kindsOf(result)).toEqual(['glued']);
    expect(result.text).toBe(`not json\n${healthy()}`);
    expect(result.left.map((finding) => finding.kind)).toEqual(['garbage']);
  });
});
