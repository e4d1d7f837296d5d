import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { generated } from '../../../store/test/support/generated.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

const { folder } = generated({ mb: 3, files: 16, seed: 72, dirty: true });

describe('a search for words in the index', () => {
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
    // The first command after an index looks for sessions to archive, and may say so.
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
  ])('finds something or says that there is nothing: %s %s %s', async (...args) => {
    const given = args.filter((word) => typeof word === 'string');
    const isJson = given.includes('--json');
    const isFound = !given[0]?.startsWith('nothing');
    for (const columns of [undefined, 100, 40]) {
      const io = world(columns);
      expect(await run(['search', ...given], io)).toBe(isFound ? 0 : 1);
      const { out, err } = io.taken();
      expect(err).toBe(isFound || isJson ? '' : 'No matches.\n');
      if (isJson) expect(JSON.parse(out).hits.length > 0).toBe(isFound);
      else expect(/ret/i.test(out)).toBe(isFound);
    }
  });

  it('refuses what it cannot read', async () => {
    const io = world();
    for (const words of ['(', 'NOT a', '']) {
      expect(await run(['search', words], io)).toBe(2);
      expect(io.taken()).toMatchObject({ out: '', err: expect.stringContaining('error:') });
    }
  });

  it('finds what was added since the last command', async () => {
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
    expect(await run(['search', 'pears'], io)).toBe(0);
    expect(io.taken().out).toContain('pears');
  });
});

function prompt(text: string): string {
  const message = { role: 'user', content: text };
  return `${JSON.stringify({ type: 'user', uuid: text, parentUuid: null, timestamp: '2026-01-01T10:00:00.000Z', message })}\n`;
}
