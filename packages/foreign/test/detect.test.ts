import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { headOf } from '../src/detect.js';
import { ADAPTERS } from '../src/index.js';

const root = join(import.meta.dirname, '../../..');

function sessionsIn(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => file.endsWith('.jsonl') && statSync(file).isFile()),
  );
}

const corpus = process.env.UNSPOOL_CORPUS;
const outside = corpus === undefined ? [] : sessionsIn(join(corpus, 'corpus'), join(corpus, 'real-client'));

it('no session of Claude Code is mistaken for one of another agent', () => {
  const files = sessionsIn(join(root, 'packages/cli/samples'), join(root, 'packages/session/fixtures'));
  expect(files.length).toBeGreaterThan(20);
  const wrong = [...files, ...outside].flatMap((file) => {
    const head = headOf(file);
    return ADAPTERS.filter((adapter) => adapter.detect(head)).map(({ name }) => `${name}: ${file}`);
  });
  expect(wrong).toEqual([]);
});

it('no session is recognised by two adapters', () => {
  const files = sessionsIn(join(import.meta.dirname, '../fixtures'));
  for (const file of files) {
    const head = headOf(file);
    expect(
      ADAPTERS.filter((adapter) => adapter.detect(head)).map(({ name }) => name),
      file,
    ).toHaveLength(1);
  }
});
