import { describe, expect, it } from 'vitest';
import { bytesOf, faultsOf, linesOf } from './lines-of.js';

const states = (...args: Parameters<typeof linesOf>) => linesOf(...args).map((line) => line.state);
const objects = (...args: Parameters<typeof linesOf>) => linesOf(...args).map((line) => line.objects);

describe('byte order mark', () => {
  it('is skipped and reported', () => {
    const lines = linesOf('\ufeff{"a":1}\n{"b":2}\n');
    expect(lines.map((line) => line.objects)).toEqual([[{ a: 1 }], [{ b: 2 }]]);
    expect(faultsOf(lines)).toEqual([['bom', 1, 0]]);
  });

  it('may be the whole file', () => {
    expect(faultsOf(linesOf('\ufeff'))).toEqual([
      ['bom', 1, 0],
      ['no_final_newline', 1, 3],
      ['blank', 1, 3],
    ]);
  });

  it('is not found where the line is too short for one', () => {
    const lines = linesOf(bytesOf([0xef, 10], '{"a":1}\n'));
    expect(faultsOf(lines)[0]).toEqual(['bad_utf8', 1, 0]);
    expect(lines[1]?.objects).toEqual([{ a: 1 }]);
  });
});

describe('endings', () => {
  it('CR LF is reported at the CR', () => {
    const lines = linesOf('{"a":1}\r\n{"b":2}\n');
    expect(lines.map((line) => line.state)).toEqual(['whole', 'whole']);
    expect(faultsOf(lines)).toEqual([['crlf', 1, 7]]);
  });

  it('a whole last line without newline is read', () => {
    const lines = linesOf('{"a":1}\n{"b":2}');
    expect(lines.map((line) => line.state)).toEqual(['whole', 'whole']);
    expect(faultsOf(lines)).toEqual([['no_final_newline', 2, 15]]);
  });

  it('a torn last line is skipped and reported as torn', () => {
    const lines = linesOf('{"a":1}\n{"b":"hel');
    expect(lines.map((line) => line.state)).toEqual(['whole', 'skipped']);
    expect(faultsOf(lines)).toEqual([
      ['no_final_newline', 2, 17],
      ['torn', 2, 8],
    ]);
  });

  it('a last line torn inside a character is also torn', () => {
    const lines = linesOf(bytesOf('{"b":"', [0xe2, 0x86]));
    expect(faultsOf(lines).map(([kind]) => kind)).toEqual(['no_final_newline', 'bad_utf8', 'torn']);
  });

  it('a whole object before a torn one is recovered', () => {
    const lines = linesOf('{"a":1}{"type":"us');
    expect(lines[0]).toMatchObject({ state: 'recovered', objects: [{ a: 1 }] });
    expect(faultsOf(lines)).toEqual([
      ['no_final_newline', 1, 18],
      ['bad_json', 1, 7],
    ]);
  });
});

describe('blank lines', () => {
  it.each(['\n', ' \t\n', '\r\n', '   '])('%j is blank', (text) => {
    expect(states(text)).toEqual(['blank']);
    expect(faultsOf(linesOf(text)).at(-1)?.[0]).toBe('blank');
  });
});

describe('JSON that is not an object', () => {
  it.each(['[{"a":1}]', '"text"', '12', 'null', 'true'])('%s is skipped', (text) => {
    const lines = linesOf(`{"a":1}\n${text}\n`);
    expect(lines[1]).toMatchObject({ state: 'skipped', objects: [] });
    expect(faultsOf(lines)).toEqual([['not_object', 2, 8]]);
  });

  it('space around an object is not a fault', () => {
    expect(linesOf('  {"a":1} \n')[0]).toMatchObject({ state: 'whole', problems: [] });
  });
});

describe('bytes that are not UTF-8', () => {
  it.each([
    ['a lone continuation byte', [0x80]],
    ['a cut sequence', [0xe2, 0x86]],
    ['an overlong form', [0xc0, 0xaf]],
    ['an overlong form of three', [0xe0, 0x80, 0x80]],
    ['half a surrogate pair', [0xed, 0xa0, 0x80]],
    ['above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['an invalid lead byte', [0xff]],
  ])('%s is reported where it stands', (_, bad) => {
    const lines = linesOf(bytesOf('{"a":"é→🚀', bad, '"}\n'));
    expect(lines[0]?.state).toBe('whole');
    expect(faultsOf(lines)).toEqual([['bad_utf8', 1, 15]]);
  });

  it('U+FFFD as a character of its own is fine', () => {
    expect(linesOf('{"a":"\ufffd"}\n')[0]).toMatchObject({ state: 'whole', problems: [] });
  });
});

describe('odd strings', () => {
  it('escaped NUL is a character like any other', () => {
    expect(linesOf('{"a":"x\\u0000y"}\n')[0]).toMatchObject({ objects: [{ a: 'x\0y' }], problems: [] });
  });

  it('a key may be called __proto__', () => {
    const object = objects('{"__proto__":{"x":1}}\n')[0]?.[0];
    expect(JSON.stringify(object)).toBe('{"__proto__":{"x":1}}');
  });

  it('nesting may be deep', () => {
    const deep = `{"a":${'['.repeat(999)}${']'.repeat(999)}}\n`;
    expect(states(deep, { thorough: true })).toEqual(['whole']);
    expect(states(deep.slice(0, -20))).toEqual(['skipped']);
  });
});

describe('lone surrogates', () => {
  const faults = (text: string) => faultsOf(linesOf(text, { thorough: true }));

  it.each([
    ['a high half', '{"a":"é\\ud83d"}\n', 8],
    ['a low half', '{"a":"\\uDE00"}\n', 6],
    ['two halves in the wrong order', '{"a":"\\ude00\\ud83d"}\n', 6],
    ['two high halves', '{"a":"\\ud83d\\ud83d\\ude00"}\n', 6],
    ['in a key', '{"\\ud83d":1}\n', 2],
    ['after a pair', '{"a":"\\ud83d\\ude00\\ud83d"}\n', 18],
    ['after an escaped backslash', '{"a":"\\\\\\ud83d"}\n', 8],
  ])('%s is found when asked for', (_, text, byte) => {
    expect(faults(text)).toEqual([['lone_surrogate', 1, byte]]);
    expect(states(text)).toEqual(['whole']);
    expect(faultsOf(linesOf(text))).toEqual([]);
  });

  it.each(['{"a":"\\ud83d\\ude00"}\n', '{"a":"\\\\ud83d"}\n', '{"a":"\\u00e9"}\n', '{"a":"🚀"}\n'])(
    'not in %s',
    (text) => {
      expect(faults(text)).toEqual([]);
    },
  );

  it('are not searched for in the next line', () => {
    expect(faults('{"a":1}\n{"a":"\\ud83d"}\n')).toEqual([['lone_surrogate', 2, 14]]);
  });
});
