/** Random numbers from 0 to below 1, reproducible by seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Damage = (bytes: Buffer, random: () => number) => Buffer;

/** Ways to damage a file. */
export const DAMAGES: { readonly [name: string]: Damage } = {
  'bytes changed': (bytes, random) => {
    const other = Buffer.from(bytes);
    for (let at = 0; at < 40 && other.length > 0; at++) other[place(other, random)] = Math.floor(random() * 256);
    return other;
  },
  'cut off': (bytes, random) => bytes.subarray(0, place(bytes, random)),
  'without its beginning': (bytes, random) => bytes.subarray(place(bytes, random)),
  'zeros inside': (bytes, random) => inserted(bytes, random, Buffer.alloc(5000)),
  'lines in another order': (bytes, random) => {
    const lines = linesOf(bytes);
    for (let at = lines.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [lines[at], lines[other]] = [lines[other] ?? '', lines[at] ?? ''];
    }
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  'lines twice': (bytes, random) => {
    const lines = linesOf(bytes).flatMap((line) => (random() < 0.3 ? [line, line] : [line]));
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  'lines glued': (bytes, random) =>
    Buffer.from(
      String(bytes.toString('latin1')).replace(/\n/g, (end) => (random() < 0.2 ? '' : end)),
      'latin1',
    ),
  'a huge line': (bytes, random) => inserted(bytes, random, Buffer.from(lineOf('x'.repeat(3_000_000)))),
  'nested deep': (bytes, random) => {
    const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`;
    return inserted(bytes, random, Buffer.from(`${lineOf('deep').slice(0, -2)},"toolUseResult":${deep}}\n`));
  },
  'types changed': (bytes, random) =>
    Buffer.from(
      bytes
        .toString('latin1')
        .replace(/":("[^"\\]{0,40}"|null|true|false|\d+)/g, (found) => (random() < 0.03 ? `":${odd(random)}` : found)),
      'latin1',
    ),
};

function odd(random: () => number): string {
  const values = [
    'null',
    '[]',
    '{}',
    '-1',
    '1e308',
    '""',
    'true',
    '"\\ud800"',
    '[[[]]]',
    '"__proto__"',
    '9007199254740993',
  ];
  return values[Math.floor(random() * values.length)] ?? 'null';
}

function place(bytes: Buffer, random: () => number): number {
  return Math.floor(random() * bytes.length);
}

function inserted(bytes: Buffer, random: () => number, more: Buffer): Buffer {
  const at = bytes.indexOf(10, place(bytes, random)) + 1;
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
}

function linesOf(bytes: Buffer): string[] {
  return bytes.toString('latin1').split('\n');
}

function lineOf(text: string): string {
  return `${JSON.stringify({ type: 'user', uuid: 'u-inserted', parentUuid: null, message: { role: 'user', content: text } })}\n`;
}
