import { describe, expect, it } from 'vitest';
import { findSecrets } from '../src/index.js';

describe('text that only looks like a secret', () => {
  it.each([
    '--- PASS: TestHeadings/h1 (0.00s)',
    '    --- PASS: TestRender/table_2x2 (0.01s)',
    'PASS: test-parser3',
    'PASS: TestConnect/postgres14',
    '#sig:3f9a1c7e5b2d8046e1f7a9c3d5b08264917e3c5a',
    'docs/api.md#sig:a1B2c3D4e5F6g7H8i9',
    'pass: 12',
    'config (`pwd: osc7/osc51/osc99` or `iterm`)',
  ])('%s', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  it('still finds an assigned password and a signed URL', () => {
    expect(findSecrets('PASS=hunter2x').length).toBe(1);
    expect(findSecrets('https://host.example/a?se=2026&sig=a1B2c3D4e5F6g7H8i9J0k1L2').length).toBe(1);
  });
});
