import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesWith } from '../../src/search/files-with.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-files-with-'));
const files = Array.from({ length: 40 }, (_, at) => {
  const file = join(folder, `${at}.jsonl`);
  const word = at % 7 === 3 ? 'needle' : 'hay';
  writeFileSync(file, `{"type":"user","message":{"content":"${'x'.repeat(at * 100)} ${word}"}}\n`.repeat(3));
  return file;
});
const needles = [{ bytes: Buffer.from('needle') }];

describe('the files with a needle', () => {
  it('are those that contain one, in order', () => {
    expect(filesWith(needles, files)).toEqual(files.filter((_, at) => at % 7 === 3));
    expect(filesWith([{ bytes: Buffer.from('nowhere') }], files)).toEqual([]);
    expect(filesWith(needles, [])).toEqual([]);
  });

  it('include an unreadable file, so that its reader reports why', () => {
    const gone = join(folder, 'gone.jsonl');
    expect(filesWith(needles, [gone, ...files.slice(0, 3)])).toEqual([gone]);
  });
});
