import { describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { widthOf } from '../../src/terminal/width.js';
import { hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { memoryIo } from '../support/memory-io.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through.
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const files = [...sessionFilesIn('corpus', 'files'), ...sessionFilesIn('real-client', 'sessions')];

describe.skipIf(!hasCorpus)('show on outside sessions', () => {
  it.each(files)('shows %s', async (file) => {
    for (const args of [[], ['--full'], ['--json'], ['--json', '--full']]) {
      const io = memoryIo();
      expect(await run(['show', file, ...args], io)).toBe(0);
      expect(io.stderr()).toBe('');
      if (args.includes('--json')) JSON.parse(io.stdout());
      else expect(UNSAFE.test(io.stdout())).toBe(false);
    }
  });

  it.each(files)('fits %s into forty columns', async (file) => {
    const io = memoryIo({ columns: 40 });
    await run(['show', file, '--full'], io);
    const lines = io.stdout().split('\n');
    expect(lines.filter((line) => widthOf(line) > 40)).toEqual([]);
  });
});
