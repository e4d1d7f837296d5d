import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { generated } from '../../../store/test/support/generated.js';
import type { Io } from '../../src/io.js';
import { run } from '../../src/program.js';
import { plainSearch } from '../../src/search/plain-search.js';
import { searchAtOnce } from '../../src/search/words-at-once.js';
import { memoryIo } from '../support/memory-io.js';

const { folder } = generated({ mb: 3, files: 16, seed: 72, dirty: true });

describe('a search at once', () => {
  const home = mkdtempSync(join(tmpdir(), 'unspool-home-'));
  const world = (columns?: number) =>
    memoryIo({
      env: { CLAUDE_CONFIG_DIR: folder, UNSPOOL_HOME: home },
      now: Date.UTC(2026, 0, 1),
      columns,
      hasColour: columns !== undefined,
    });
  beforeAll(async () => {
    await run(['index', '--no-archive'], world());
    // The hourly look at what is to be archived is the program's.
    await run(['usage'], world());
  });

  it.each([
    ['return'],
    ['return', 'function'],
    ['"return the"'],
    ['ret*', 'NOT', 'the'],
    ['(return', 'OR', 'import)', '--json'],
    ['nothingofthiskind'],
    ['nothingofthiskind', '--json'],
  ])('says what the command says: %s %s %s', async (...args) => {
    const given = ['search', ...args.filter((word) => typeof word === 'string')];
    for (const columns of [undefined, 100, 40]) {
      const io = world(columns);
      const asked = plainSearch(given, io);
      if (!asked) throw new Error('it is not taken for plain');
      const atOnce = { code: await searchAtOnce(asked, io), ...io.taken() };
      expect(atOnce).toEqual({ code: await run(given, io), ...io.taken() });
      expect(atOnce.code).toBe(args[0]?.startsWith('nothing') ? 1 : 0);
    }
  });

  it('leaves to the program what cannot be understood, and signs alone', async () => {
    const io = world();
    for (const words of [['('], ['"'], ['=>'], ['NOT', 'a'], ['']]) {
      expect(await searchAtOnce({ words, isJson: false }, io)).toBeUndefined();
      expect(io.taken()).toEqual({ out: '', err: '' });
    }
  });

  it('finds what came since', async () => {
    const config = mkdtempSync(join(tmpdir(), 'unspool-config-'));
    const project = join(config, 'projects', '-p');
    mkdirSync(project, { recursive: true });
    const io = memoryIo({
      env: { CLAUDE_CONFIG_DIR: config, UNSPOOL_HOME: mkdtempSync(join(tmpdir(), 'unspool-home-')) },
      now: Date.now(),
    });
    const file = join(project, '1.jsonl');
    writeFileSync(file, prompt('apples'));
    await run(['index', '--no-archive'], io);
    await run(['usage'], io);
    appendFileSync(file, prompt('pears'));
    io.taken();
    expect(await searchAtOnce({ words: ['pears'], isJson: false }, io)).toBe(0);
    expect(io.taken().out).toContain('pears');
  });
});

describe('a search is plain', () => {
  const home = mkdtempSync(join(tmpdir(), 'unspool-home-'));
  const io: Io = memoryIo({ env: { UNSPOOL_HOME: home } });

  it('when there is an index, and words are all that was given', () => {
    expect(plainSearch(['search', 'a'], io)).toBeUndefined();
    writeFileSync(join(home, 'unspool.db'), '');
    expect(plainSearch(['search', 'a', 'b'], io)).toEqual({ words: ['a', 'b'], isJson: false });
    expect(plainSearch(['search', 'a', '--json'], io)).toEqual({ words: ['a'], isJson: true });
    for (const args of [['search'], ['search', '--json'], ['search', '-b', 'a'], ['search', 'a', '--', 'b'], ['usage']])
      expect(plainSearch(args, io)).toBeUndefined();
  });
});

function prompt(text: string): string {
  const message = { role: 'user', content: text };
  return `${JSON.stringify({ type: 'user', uuid: text, parentUuid: null, timestamp: '2026-01-01T10:00:00.000Z', message })}\n`;
}
