import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSession } from '../../src/model/open-session.js';
import type { LineCounts } from '../../src/model/session.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-generated-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Truth {
  lines: LineCounts;
  sessions: { file: string; lines: LineCounts }[];
  agentFiles: { file: string; lines: LineCounts }[];
  messages: Record<string, { output: number }>;
}

function generated(root: string, flags: string[]): Truth {
  const generator = join(import.meta.dirname, '../../../../bench/generate.mjs');
  execFileSync(process.execPath, [generator, root, '--mb', '6', '--files', '40', '--seed', '5', ...flags]);
  return JSON.parse(readFileSync(join(root, 'truth.json'), 'utf8'));
}

/** The generator records what it wrote. The reader must find the same. */
describe.each([{ dirty: false }, { dirty: true }])('a generated corpus, %j', ({ dirty }) => {
  const root = join(folder, String(dirty));
  const truth = generated(root, dirty ? ['--dirty'] : []);

  it('has the lines that were written', () => {
    for (const { file, lines } of [...truth.sessions, ...truth.agentFiles]) {
      expect({ file, lines: openSession(join(root, file)).lines }).toEqual({ file, lines });
    }
  });

  it('has the tokens that were written, each reply once', () => {
    const output = new Map<string, number>();
    const note = (id: string | undefined, tokens: { output: number } | undefined) => {
      if (id && tokens) output.set(id, Math.max(tokens.output, output.get(id) ?? 0));
    };
    for (const { file } of [...truth.sessions, ...truth.agentFiles]) {
      for (const { reply, extra } of openSession(join(root, file)).nodes) {
        if (reply?.model !== '<synthetic>') note(reply?.messageId, reply?.tokens);
        note(extra?.embedded?.messageId, extra?.embedded?.tokens);
      }
    }
    const expected = Object.entries(truth.messages).map(([id, tokens]): [string, number] => [id, tokens.output]);
    expect(output).toEqual(new Map(expected));
  });

  if (dirty) {
    it('has every kind of damage', () => {
      expect(truth.lines.skipped).toBeGreaterThan(0);
      expect(truth.lines.blank).toBeGreaterThan(0);
      expect(truth.lines.recovered).toBeGreaterThan(0);
    });
  }
});
