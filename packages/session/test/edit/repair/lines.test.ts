import { describe, expect, it } from 'vitest';
import { script } from '../../support/lines.js';
import { kindsOf, mend } from './mended.js';

const healthy = () => script().user('Q1').reply('m1', 'A1').user('Q2').reply('m2', 'A2').text();

describe('damaged lines', () => {
  it('leaves a healthy session alone', () => {
    const mended = mend(healthy());
    expect(mended.repair.findings).toEqual([]);
    expect(mended.text).toBe(healthy());
  });

  it('splits glued lines, each object byte for byte', () => {
    const glued = healthy().replace('\n', '');
    const mended = mend(glued);
    expect(kindsOf(mended)).toEqual(['glued']);
    expect(mended.text).toBe(healthy());
    expect(mended.after).toEqual(['Q1', 'A1', 'Q2', 'A2']);
    expect(mended.left).toEqual([]);
  });

  it('keeps numbers and escapes of a glued object as written', () => {
    const odd = '{"type":"x","n":1.0,"big":12345678901234567890,"t":"\\u00e9"}';
    const mended = mend(`${odd}${odd}\n${healthy()}`);
    expect(mended.text).toBe(`${odd}\n${odd}\n${healthy()}`);
  });

  it('removes NUL bytes and reports how many and where', () => {
    const [first, ...rest] = healthy().split('\n');
    const mended = mend([first, `${'\0'.repeat(40)}${rest[0]}`, ...rest.slice(1)].join('\n'));
    expect(kindsOf(mended)).toEqual(['nul']);
    expect(mended.repair.findings[0]).toMatchObject({ line: 2, byte: (first?.length ?? 0) + 1 });
    expect(mended.repair.plan.notes[0]).toContain('40 damaged bytes');
    expect(mended.text).toBe(healthy());
  });

  it('leaves out anything that is not an object: garbage, torn ends, bare values', () => {
    const mended = mend(`not json\n[1]\n${healthy()}{"type":"user","mess`);
    expect(kindsOf(mended)).toEqual(['garbage', 'garbage', 'garbage']);
    expect(mended.text).toBe(healthy());
  });

  it('recovers the object after a torn one', () => {
    const [first, second, ...rest] = healthy().split('\n');
    const mended = mend([`${first?.slice(0, 60)}${second}`, ...rest].join('\n'));
    expect(kindsOf(mended)).toContain('garbage');
    expect(mended.after).toEqual(['A1', 'Q2', 'A2']);
    expect(mended.left).toEqual([]);
  });

  it('leaves blank lines and CR LF alone', () => {
    const text = `\n${healthy().replaceAll('\n', '\r\n')}\n`;
    const mended = mend(text);
    expect(mended.repair.findings).toEqual([]);
    expect(mended.text).toBe(text);
  });

  it('repairs only what is requested', () => {
    const broken = `not json\n${healthy().replace('\n', '')}`;
    const mended = mend(broken, (finding) => finding.kind === 'glued');
    expect(kindsOf(mended)).toEqual(['glued']);
    expect(mended.text).toBe(`not json\n${healthy()}`);
    expect(mended.left.map((finding) => finding.kind)).toEqual(['garbage']);
  });
});
