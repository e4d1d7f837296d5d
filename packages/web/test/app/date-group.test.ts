import { describe, expect, it } from 'vitest';
import { dateGroup } from '../../app/src/list/date-group.js';

const NOW = new Date(2026, 2, 18, 15, 30);

describe('dateGroup', () => {
  it.each([
    [new Date(2026, 2, 18, 0, 0), 'Today'],
    [new Date(2026, 2, 17, 23, 59), 'Yesterday'],
    [new Date(2026, 2, 16, 12, 0), 'This week'],
    [new Date(2026, 2, 12, 0, 0), 'This week'],
    [new Date(2026, 2, 11, 23, 59), 'March'],
    [new Date(2026, 0, 2, 8, 0), 'January'],
    [new Date(2025, 11, 31, 8, 0), 'December 2025'],
  ])('%s is %s', (at, name) => {
    expect(dateGroup(at.getTime(), NOW)).toBe(name);
  });

  it('has a group for sessions without a time', () => {
    expect(dateGroup(null, NOW)).toBe('No date');
  });
});
