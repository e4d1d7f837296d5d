import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generated } from '../../../store/test/support/generated.js';
import type { Io } from '../../src/io.js';
import { run } from '../../src/program.js';
import { usageAtOnce } from '../../src/usage/at-once.js';
import { plainReport } from '../../src/usage/plain-report.js';
import { hasCorpus, sessionFilesIn } from '../support/corpus.js';

const { folder } = generated({ mb: 3, files: 16, seed: 71, dirty: true });

function world({ config = folder, columns }: { config?: string; columns?: number } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'unspool-home-'));
  const written = { out: '', err: '' };
  const io = {
    out: (text: string) => {
      written.out += text;
    },
    err: (text: string) => {
      written.err += text;
    },
    env: { CLAUDE_CONFIG_DIR: config, UNSPOOL_HOME: home },
    home: '/nowhere',
    cwd: '/',
    now: Date.UTC(2026, 0, 1),
    columns,
    hasColour: columns !== undefined,
    platform: 'linux',
  } as unknown as Io;
  const said = async (work: Promise<number | undefined>) => {
    const code = await work;
    const all = { code, ...written };
    Object.assign(written, { out: '', err: '' });
    return all;
  };
  return { home, io, said };
}

describe('usage at once', () => {
  const kinds = ['daily', 'weekly', 'monthly', 'models'] as const;

  it.each(kinds)('says what the command says: %s', async (kind) => {
    for (const columns of [undefined, 120, 60]) {
      const { io, said } = world(columns === undefined ? {} : { columns });
      expect(plainReport(['usage', kind], io)).toBe(kind);
      const atOnce = await said(usageAtOnce(kind, io));
      expect(atOnce.out).toContain('total');
      expect(atOnce).toEqual(await said(run(['usage', kind], io)));
    }
  });

  it.runIf(hasCorpus)('says what the command says of outside sessions', async () => {
    const config = mkdtempSync(join(tmpdir(), 'unspool-config-'));
    const project = join(config, 'projects', '-work-app');
    mkdirSync(project, { recursive: true });
    sessionFilesIn('corpus').forEach((file, at) => {
      copyFileSync(file, join(project, `${at}.jsonl`));
    });
    for (const kind of kinds) {
      const { io, said } = world({ config });
      expect(await said(usageAtOnce(kind, io))).toEqual(await said(run(['usage', kind], io)));
    }
  });

  it('leaves to the command what it has to say of other things', async () => {
    const none = world({ config: mkdtempSync(join(tmpdir(), 'unspool-config-')) });
    expect(await none.said(usageAtOnce('daily', none.io))).toEqual({ code: undefined, out: '', err: '' });
    const priced = world();
    writeFileSync(join(priced.home, 'prices.json'), 'no prices');
    expect(await priced.said(usageAtOnce('daily', priced.io))).toEqual({ code: undefined, out: '', err: '' });
  });

  it('takes prices of one’s own', async () => {
    const { home, io, said } = world();
    writeFileSync(join(home, 'prices.json'), '{"claude": {"input": 7, "output": 9}}');
    expect(await said(usageAtOnce('models', io))).toEqual(await said(run(['usage', 'models'], io)));
  });
});

describe('a report is plain', () => {
  it('when it is all that was asked for', () => {
    const { io } = world();
    expect(plainReport(['usage'], io)).toBe('daily');
    for (const args of [['usage', '--json'], ['usage', 'tools'], ['usage', 'daily', '--own'], ['--debug', 'usage'], []])
      expect(plainReport(args, io)).toBeUndefined();
  });

  it.each(['unspool.db', 'archive'])('when there is no %s', (name) => {
    const { home, io } = world();
    mkdirSync(join(home, name));
    expect(plainReport(['usage'], io)).toBeUndefined();
  });
});
