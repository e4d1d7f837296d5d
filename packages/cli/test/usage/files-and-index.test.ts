import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generated } from '../../../store/test/support/generated.js';
import { run } from '../../src/program.js';
import { hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { memoryIo } from '../support/memory-io.js';

const { folder } = generated({ mb: 3, files: 16, seed: 71, dirty: true });

// biome-ignore lint/suspicious/noControlCharactersInRegex: as it is written over
const PROGRESS = /\r\u001b\[K[^\r\n]*/g;

function world({ config = folder, columns }: { config?: string; columns?: number } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'unspool-home-'));
  const io = memoryIo({
    env: { CLAUDE_CONFIG_DIR: config, UNSPOOL_HOME: home },
    now: Date.UTC(2026, 0, 1),
    columns,
    hasColour: columns !== undefined,
  });
  const unspool = async (...args: string[]) => {
    const code = await run(args, io);
    const { out, err } = io.taken();
    // On a slow machine a line counts files meanwhile.
    return { code, out, err: err.replaceAll(PROGRESS, '') };
  };
  return { home, unspool };
}

const kinds = ['daily', 'weekly', 'monthly', 'models'] as const;

describe('usage is the same from the files and from the index', () => {
  it.each(kinds)('%s', async (kind) => {
    for (const columns of [undefined, 120, 60]) {
      const { unspool } = world(columns === undefined ? {} : { columns });
      const fromFiles = await unspool('usage', kind);
      expect(fromFiles).toMatchObject({ code: 0, out: expect.stringContaining('total') });
      await unspool('index', '--no-archive');
      // The first command after an index looks for sessions to archive, and may say so.
      await unspool('usage');
      expect(await unspool('usage', kind)).toEqual(fromFiles);
    }
  });

  it.each(kinds)('%s as JSON', async (kind) => {
    const { unspool } = world();
    const fromFiles = await unspool('usage', kind, '--json');
    expect(fromFiles.out).toContain('total');
    await unspool('index', '--no-archive');
    await unspool('usage');
    expect(await unspool('usage', kind, '--json')).toEqual(fromFiles);
  });

  it.runIf(hasCorpus)('of outside sessions', async () => {
    const config = mkdtempSync(join(tmpdir(), 'unspool-config-'));
    const project = join(config, 'projects', '-work-app');
    mkdirSync(project, { recursive: true });
    sessionFilesIn('corpus').forEach((file, at) => {
      copyFileSync(file, join(project, `${at}.jsonl`));
    });
    for (const kind of kinds) {
      const { unspool } = world({ config });
      const fromFiles = await unspool('usage', kind);
      await unspool('index', '--no-archive');
      await unspool('usage');
      expect(await unspool('usage', kind)).toEqual(fromFiles);
    }
  });

  it('with prices of your own', async () => {
    const { home, unspool } = world();
    const standard = await unspool('usage', 'models');
    writeFileSync(join(home, 'prices.json'), '{"claude": {"input": 7, "output": 9}}');
    const fromFiles = await unspool('usage', 'models');
    expect(fromFiles.out).not.toBe(standard.out);
    await unspool('index', '--no-archive');
    await unspool('usage');
    expect(await unspool('usage', 'models')).toEqual(fromFiles);
  });
});
