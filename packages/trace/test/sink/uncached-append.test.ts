import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { encodedSpan, requestJson } from '../../src/otlp/encode-json.js';
import { senderOf } from '../../src/otlp/resource.js';
import type { SentSpan } from '../../src/otlp/sent-span.js';
import { openSink } from '../../src/sink/open-sink.js';
import { MUCH, UncachedAppend } from '../../src/sink/uncached-append.js';
import { madeUpSpan } from '../support/spans.js';

const sender = senderOf('1.0.0');
const world = { sender, fetch, now: Date.now, timeoutMs: 600_000 };
const PAGE = 4096;

// In memory a file system has no way past its cache, or another one.
const places = [tmpdir(), ...(existsSync('/dev/shm') ? ['/dev/shm'] : [])];
const folders = places.map((place) => mkdtempSync(join(place, 'unspool-uncached-')));
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Bytes that tell where they stand. */
function bytes(length: number, seed: number): Buffer {
  const made = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) made[at] = (at * 31 + (at >> 8) * 7 + seed) & 0xff;
  return made;
}

async function append(path: string, parts: Buffer[], uncached = new UncachedAppend()): Promise<void> {
  const fd = openSync(path, 'a+');
  try {
    await uncached.append({ fd, path, size: fstatSync(fd).size }, parts);
  } finally {
    closeSync(fd);
  }
}

describe.each(folders)('what is appended past the cache in %s', (folder) => {
  it.each([0, 1, 100, PAGE - 1, PAGE, PAGE + 1])('stands behind %i bytes as it was given', async (before) => {
    const path = join(folder, `behind-${before}`);
    const uncached = new UncachedAppend();
    const wanted = [bytes(before, 1)];
    writeFileSync(path, bytes(before, 1));
    for (const length of [MUCH, MUCH + PAGE, 3 * MUCH + 77, 2 * PAGE, 9 * 1024 * 1024 + 5, 1, 2 * MUCH]) {
      const parts = [bytes(300, length), bytes(length, 2), Buffer.alloc(0), bytes(7, 3)];
      await append(path, parts, uncached);
      wanted.push(...parts);
    }
    expect(readFileSync(path).equals(Buffer.concat(wanted))).toBe(true);
  });

  it('is whole where the file has another end than we think', async () => {
    const path = join(folder, 'grown');
    const part = bytes(2 * MUCH, 4);
    writeFileSync(path, 'five!');
    const fd = openSync(path, 'a+');
    await new UncachedAppend().append({ fd, path, size: 0 }, [part]);
    closeSync(fd);
    expect(readFileSync(path).equals(Buffer.concat([Buffer.from('five!'), part]))).toBe(true);
  });

  it('is a line a span; half a line of a killed process goes', async () => {
    const path = join(folder, 'spans.jsonl');
    const sink = openSink({ type: 'file', name: 'f', path }, world);
    const spans = [5, 300_000, 40, 5_000_000, 70_000, 900_000, 3, 600_000].map((length, at) =>
      madeUpSpan(at, { attributes: { said: 'a "word" '.repeat(length / 9) } }),
    );
    expect(await sink.send(spans.slice(0, 5))).toEqual({ kind: 'accepted' });
    truncateSync(path, statSync(path).size - 1000);
    expect(await sink.send(spans.slice(4))).toEqual({ kind: 'accepted' });
    await sink.settle?.();
    expect(readFileSync(path).equals(Buffer.concat(spans.map(lineOf)))).toBe(true);
    appendFileSync(path, 'mine');
    expect(await sink.send(spans.slice(3, 4))).toEqual({ kind: 'accepted' });
    const end = Buffer.concat([Buffer.from('mine\n'), ...spans.slice(3, 4).map(lineOf)]);
    expect(readFileSync(path).subarray(-end.length).equals(end)).toBe(true);
  });
});

function lineOf(span: SentSpan): Buffer {
  return Buffer.concat([requestJson([encodedSpan(span).bytes], sender), Buffer.from('\n')]);
}
