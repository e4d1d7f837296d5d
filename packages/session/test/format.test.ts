import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files } from './format/files.js';
import { lines } from './format/lines.js';
import type { Proofs } from './format/proofs.js';
import { replies } from './format/replies.js';
import { resuming } from './format/resuming.js';
import { turns } from './format/turns.js';
import { words } from './format/words.js';

const doc = readFileSync(join(import.meta.dirname, '../../../docs/format.md'), 'utf8');

/** A proof for each dash of docs/format.md. */
const proofs: Proofs = { ...files, ...lines, ...words, ...replies, ...turns, ...resuming };

describe('docs/format.md', () => {
  const statements = doc
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2));

  it.each(statements)('%s', (statement) => {
    const proof = proofs[statement.replaceAll("'", '’')];
    expect(proof, 'the page says it and no test proves it').toBeDefined();
    proof?.();
  });

  it('lists everything that is proved here', () => {
    const output = new Set(statements.map((statement) => statement.replaceAll("'", '’')));
    expect(Object.keys(proofs).filter((statement) => !output.has(statement))).toEqual([]);
  });
});
