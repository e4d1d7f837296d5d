import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { FollowedSession, type FollowOptions } from '../../src/model/followed-session.js';
import type { Node } from '../../src/model/node.js';
import { openSession } from '../../src/model/open-session.js';
import type { Session } from '../../src/model/session.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-followed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const newFile = (text = '') => {
  const file = join(folder, `session-${++count}.jsonl`);
  writeFileSync(file, text);
  return file;
};

const line = (n: number, text = 'words') =>
  `${JSON.stringify({ type: 'user', uuid: `u${n}`, parentUuid: n > 1 ? `u${n - 1}` : null, message: { role: 'user', content: `${text} ${n}` } })}\n`;

const shape = (node: Node) => [node.index, node.place, node.type, node.uuid, node.parentUuid, node.user?.words];
const follow = (file: string, options: FollowOptions = {}) => {
  const followed = new FollowedSession(file, options);
  followed.grow();
  return followed;
};

const summary = (session: Session) => ({
  nodes: session.nodes.map(shape),
  lines: session.lines,
  problems: session.problemCounts,
});

describe('a followed session', () => {
  it('equals a freshly opened one, however the file grew', () => {
    const piece = fc.oneof(
      fc.integer({ min: 1, max: 50 }).map((n) => line(n, 'wörds 🎞')),
      fc.constantFrom('\n', '{"broken": \n', 'no json\n', '{"a":1}{"b":2}\n', '\r\n'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(2000), { maxLength: 8 }), (pieces, cuts) => {
        const bytes = Buffer.from(pieces.join(''));
        const file = newFile();
        const followed = follow(file);
        let from = 0;
        for (const cut of [...cuts, bytes.length].map((at) => Math.min(at, bytes.length)).sort((a, b) => a - b)) {
          appendFileSync(file, bytes.subarray(from, cut));
          from = cut;
          // A tail that looked whole and then continued makes the reader start over, as the caller does.
          if (followed.grow() === 'rewritten') return;
        }
        expect(summary(followed.session)).toEqual(summary(openSession(file)));
        rmSync(file);
      }),
      { numRuns: 60 },
    );
  });

  it('reads only what is new', () => {
    const seen: (string | undefined)[] = [];
    const file = newFile(line(1));
    const followed = follow(file, { onNode: (node) => seen.push(node.uuid) });
    expect(followed.grow()).toBe('same');
    appendFileSync(file, line(2));
    expect(followed.grow()).toBe('grown');
    expect(seen).toEqual(['u1', 'u2']);
    expect(followed.session.read(followed.session.nodes[1] as Node)).toMatchObject({ uuid: 'u2' });
  });

  it('waits for the rest of a line that is half written', () => {
    const whole = line(2);
    const file = newFile(line(1) + whole.slice(0, 20));
    const followed = follow(file);
    expect(followed.session.nodes).toHaveLength(1);
    appendFileSync(file, whole.slice(20));
    expect(followed.grow()).toBe('grown');
    expect(followed.session.nodes).toHaveLength(2);
    expect(followed.session.problemCounts).toEqual({});
  });

  it('takes a last line without a newline if it is whole or the file is quiet', () => {
    const whole = follow(newFile(line(1) + line(2).trimEnd()));
    expect(whole.session.nodes).toHaveLength(2);
    const torn = newFile(line(1) + line(2).slice(0, 30));
    utimesSync(torn, 1, 1);
    expect(follow(torn).session.lines.total).toBe(2);
    expect(summary(follow(torn).session)).toEqual(summary(openSession(torn)));
  });

  it('reports a different file', () => {
    const file = newFile(line(1) + line(2));
    const followed = follow(file);
    truncateSync(file, 10);
    expect(followed.grow()).toBe('rewritten');

    const other = newFile(line(1));
    const second = follow(other);
    const draft = newFile(line(1) + line(2) + line(3));
    renameSync(draft, other);
    expect(second.grow()).toBe('rewritten');
  });

  it('reports a file overwritten in place, whatever its size', () => {
    const text = line(1) + line(2) + line(3);
    const later = () => new Date(Date.now() - 5000);
    for (const other of [
      text.replaceAll('words', 'other'),
      text.replaceAll('words', 'many more words'),
      `${line(1, 'one more')}${text}`,
      line(1) + line(2) + line(3, 'swords') + line(4),
    ]) {
      const file = newFile(text);
      utimesSync(file, new Date(0), new Date(0));
      const followed = follow(file);
      expect(followed.grow()).toBe('same');
      writeFileSync(file, other);
      utimesSync(file, later(), later());
      expect(followed.grow()).toBe('rewritten');
    }
  });

  it('waits a moment if only the time differs: a line may follow', () => {
    const file = newFile(line(1));
    utimesSync(file, new Date(0), new Date(0));
    const followed = follow(file);
    const soon = new Date(Date.now() + 60_000);
    utimesSync(file, soon, soon);
    expect(followed.grow()).toBe('same');
    appendFileSync(file, line(2));
    expect(followed.grow()).toBe('grown');
    expect(followed.session.nodes).toHaveLength(2);
  });

  it('continues after half a line only if that is unchanged', () => {
    for (const [begun, growth] of [
      ['{"type":"us', 'grown'],
      ['{"type":"as', 'rewritten'],
    ] as const) {
      const file = newFile(`${line(1)}{"type":"us`);
      utimesSync(file, new Date(Date.now() - 1000), new Date(Date.now() - 1000));
      const followed = follow(file);
      writeFileSync(file, `${line(1)}${begun}er","uuid":"u2"}\n`);
      expect(followed.grow()).toBe(growth);
    }
  });

  it('reads a part at a time', () => {
    const file = newFile(line(1) + line(2) + line(3));
    const followed = new FollowedSession(file);
    expect(followed.grow(line(1).length + line(2).length + 5)).toBe('grown');
    expect(followed.session.nodes).toHaveLength(2);
    expect(followed.byte).toBe(line(1).length + line(2).length);
    expect(followed.isAtEnd).toBe(false);
    followed.grow();
    expect(followed.isAtEnd).toBe(true);
    expect(summary(followed.session)).toEqual(summary(openSession(file)));
  });
});
