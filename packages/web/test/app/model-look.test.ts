import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODELS } from '@unspool/session/models';
import { describe, expect, it } from 'vitest';
import { lookOf } from '../../app/src/usage/model-look.js';

const style = readFileSync(join(import.meta.dirname, '../../app/src/style/usage.css'), 'utf8');

describe("a model's colour", () => {
  it('is its own', () => {
    const looks = MODELS.map(({ id }) => lookOf(id));
    expect(new Set(looks).size).toBe(looks.length);
  });

  it('is the same for a dated name', () => {
    expect(lookOf('claude-opus-4-5-20251101')).toBe(lookOf('claude-opus-4-5'));
  });

  it('is one that the style has', () => {
    for (const { id } of [...MODELS, { id: 'gpt-oss' }]) {
      for (const name of lookOf(id).split(' ')) expect(style).toContain(`.${name} {`);
    }
  });
});
