import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesHolding } from '../../src/search/files-holding.js';

describe('files that contain what is searched for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-holding-'));
  const files = Array.from({ length: 240 }, (_, at) => {
    const file = join(folder, `${at}.jsonl`);
    writeFileSync(file, `{"type":"user","message":{"content":"${at % 7 === 3 ? 'needle' : 'hay'}"}}\n`);
    return file;
  });

  it.each([10, 240])('are found among %s, also where the thread cannot start', async (count) => {
    const some = files.slice(0, count);
    const found = await filesHolding([{ bytes: Buffer.from('needle') }], some);
    expect(found.sort()).toEqual(some.filter((_, at) => at % 7 === 3).sort());
  });
});
