import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generated } from '../../../store/test/support/generated.js';
import { run } from '../../src/program.js';
import { usageAtOnce } from '../../src/usage/at-once.js';
import { indexedAtOnce } from '../../src/usage/indexed-at-once.js';
import { type PlainRequest, plainReport } from '../../src/usage/plain-report.js';
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
  const said = async (work: Promise<number | undefined>) => {
    const code = await work;
    const { out, err } = io.taken();
    // On a slow machine a line counts files meanwhile.
    return { code, out, err: err.replaceAll(PROGRESS, '') };
  };
  return { home, io, said };
}

describe('usage at once', () => {
  const kinds = ['daily', 'weekly', 'monthly', 'models'] as const;

  it.each(kinds)('says what the command says: %s', async (kind) => {
    for (const columns of [undefined, 120, 60]) {
      const { io, said } = world(columns === undefined ? {} : { columns });
      expect(plainReport(['usage', kind], io)).toEqual({ kind, from: 'files', isJson: false });
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

const asked = (kind: PlainRequest['kind'], isJson = false): PlainRequest => ({ kind, from: 'index', isJson });

describe('usage at once from an index', () => {
  it.each(['daily', 'weekly', 'monthly', 'models'] as const)('says what the command says: %s', async (kind) => {
    const { io, said } = world();
    await said(run(['index', '--no-archive'], io));
    // The hourly look at what is to be archived is the program's.
    expect(await said(indexedAtOnce(asked(kind), io))).toEqual({ code: undefined, out: '', err: '' });
    for (const isJson of [false, true]) {
      const program = await said(run(['usage', kind, ...(isJson ? ['--json'] : [])], io));
      expect(program.out).toContain('total');
      // Worked out, and then as it was kept.
      for (const _ of [1, 2])
        expect(await said(indexedAtOnce(asked(kind, isJson), io))).toEqual({ ...program, err: '' });
    }
  });

  it('reads what is new', async () => {
    const config = mkdtempSync(join(tmpdir(), 'unspool-config-'));
    const { io, said } = world({ config });
    const project = join(config, 'projects', '-p');
    mkdirSync(project, { recursive: true });
    const line = (id: string) =>
      `${JSON.stringify({ type: 'assistant', timestamp: '2026-01-01T10:00:00.000Z', message: { id, role: 'assistant', model: 'claude-opus-5', content: [], usage: { input_tokens: 1, output_tokens: 1000 } } })}\n`;
    writeFileSync(join(project, '1.jsonl'), line('m1'));
    await said(run(['index', '--no-archive'], io));
    await said(run(['usage'], io));
    writeFileSync(join(project, '1.jsonl'), line('m1') + line('m2'));
    const { out } = await said(indexedAtOnce(asked('models'), io));
    expect(out).toMatch(/total +2 +2\.0k/);
  });

  it('leaves to the command what it has to say of other things', async () => {
    const { home, io, said } = world();
    await said(run(['index', '--no-archive'], io));
    await said(run(['usage'], io));
    writeFileSync(join(home, 'prices.json'), 'no prices');
    expect(await said(indexedAtOnce(asked('daily'), io))).toEqual({ code: undefined, out: '', err: '' });
  });
});

describe('a report is plain', () => {
  it('when it is all that was asked for', () => {
    const { io } = world();
    expect(plainReport(['usage'], io)).toEqual({ kind: 'daily', from: 'files', isJson: false });
    for (const args of [
      ['usage', '--json'],
      ['usage', '--json', 'daily'],
      ['usage', 'tools'],
      ['usage', 'daily', '--own'],
      ['--debug', 'usage'],
      [],
    ])
      expect(plainReport(args, io)).toBeUndefined();
  });

  it('from the index where there is one, but not from an archive alone', () => {
    const { home, io } = world();
    mkdirSync(join(home, 'archive'));
    expect(plainReport(['usage', 'models'], io)).toBeUndefined();
    writeFileSync(join(home, 'unspool.db'), '');
    expect(plainReport(['usage', 'models'], io)).toEqual({ kind: 'models', from: 'index', isJson: false });
    expect(plainReport(['usage', '--json'], io)).toEqual({ kind: 'daily', from: 'index', isJson: true });
    for (const args of [
      ['usage', '--json', '--csv'],
      ['usage', '--json', '--json'],
      ['usage', 'blocks', '--json'],
    ])
      expect(plainReport(args, io)).toBeUndefined();
  });
});
