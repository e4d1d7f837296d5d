import { describe, expect, it } from 'vitest';
import { progressText } from '../../src/index/read-new.js';

describe('the line of progress', () => {
  const progress = { part: 0.5, counts: '1234 of 2600 files, 512 MB of 1.0 GB', left: '12 s' };

  it('has a bar, counts and the time left where there is room', () => {
    expect(progressText(progress, 80)).toBe(
      'Indexing ████████░░░░░░░░ 1234 of 2600 files, 512 MB of 1.0 GB, 12 s left',
    );
  });

  it.each([80, 70, 60, 40, 25, 20, 8])('fits into one row of %i columns', (columns) => {
    const text = progressText(progress, columns);
    expect(text.length).toBeLessThan(columns);
    expect(text).toMatch(/512 MB|50 %/);
  });
});
