import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needlesOf, needlesOfWord } from '../../src/facts/needle.js';
import { NeedleKernel } from '../../src/facts/needle-kernel.js';
import { isInFile } from '../../src/facts/probe-file.js';
import { TextScanner } from '../../src/facts/scan-text.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-scan-text-'));
const line = (text: string) => `${JSON.stringify({ type: 'user', message: { content: text } })}\n`;

function fileOf(...texts: string[]): string {
  const file = join(folder, `${Math.random()}.jsonl`);
  writeFileSync(file, texts.map(line).join(''));
  return file;
}

function found(file: string, scanner: TextScanner): number[] {
  const bytes: number[] = [];
  scanner.scan(file, (_, byte) => bytes.push(byte) > 0);
  return bytes;
}

describe('lines', () => {
  it('with a needle are found, each once', () => {
    const texts = ['hay', 'Needle and needle', 'hay', 'needlé', 'needl'];
    const starts = texts
      .map((_, at) => texts.slice(0, at).map(line).join(''))
      .map((before) => Buffer.byteLength(before));
    const scanner = new TextScanner(needlesOfWord('needle'));
    expect(found(fileOf(...texts), scanner)).toEqual([starts[1], starts[3]]);
    expect(found(fileOf(...texts), scanner)).toEqual([starts[1], starts[3]]);
  });

  it('are found in a file of many regions, and in a last line without its end', () => {
    const file = fileOf(
      ...Array.from({ length: 300 }, (_, at) => `${at % 100 === 99 ? 'needle' : 'hay'} ${'x'.repeat(5000)}`),
    );
    appendFileSync(file, line('the last needle').trimEnd());
    expect(found(file, new TextScanner(needlesOf('needle')))).toHaveLength(4);
  });

  it('are found whole wherever a region begins', () => {
    const texts = Array.from({ length: 900 }, (_, at) => `${at} needle ${'x'.repeat((at * 977) % 9000)}`);
    const read: unknown[] = [];
    const places: number[] = [];
    new TextScanner(needlesOf('needle')).scan(fileOf(...texts), (objects, byte) => {
      for (const object of objects) read.push((object['message'] as { content: unknown }).content);
      return places.push(byte) > 0;
    });
    expect(read).toEqual(texts);
    let byte = 0;
    const starts = texts.map((text) => {
      byte += line(text).length;
      return byte - line(text).length;
    });
    expect(places).toEqual(starts);
  });

  it('longer than the first memory are found', () => {
    const file = fileOf('hay', `${'x'.repeat(900_000)} needle`, 'needle');
    expect(found(file, new TextScanner(needlesOf('needle')))).toHaveLength(2);
  });

  it('are no longer searched once enough is found', () => {
    let count = 0;
    new TextScanner(needlesOf('needle')).scan(fileOf('needle', 'needle'), () => {
      count++;
      return false;
    });
    expect(count).toBe(1);
  });
});

describe('a file', () => {
  it('contains a needle at any place, also across two reads', () => {
    const kernel = new NeedleKernel(needlesOfWord('resume'));
    const { length } = kernel.bytes;
    for (const at of [
      0,
      1,
      length - 7,
      length - 6,
      length - 5,
      length - 1,
      length,
      2 * length - 4099,
      2 * length - 4096,
    ]) {
      const file = join(folder, 'place.jsonl');
      writeFileSync(file, `${'.'.repeat(at)}résumé${'.'.repeat(5)}`);
      expect(isInFile(file, kernel), String(at)).toBe(true);
    }
  });

  it('contains none', () => {
    const kernel = new NeedleKernel(needlesOf('needle'));
    expect(isInFile(fileOf('needle'), kernel)).toBe(true);
    expect(isInFile(fileOf('hay'), kernel)).toBe(false);
    expect(isInFile(fileOf(), kernel)).toBe(false);
  });
});
