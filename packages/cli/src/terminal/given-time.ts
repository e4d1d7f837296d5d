import { UserError } from '../user-error.js';
import { parseTime } from './times.js';

/** The time given with an option. Anything else is a UserError. */
export function givenTime(text: string, now: number): number {
  const time = parseTime(text, now);
  if (time !== undefined) return time;
  throw new UserError(`Cannot read "${text}" as a time.`, {
    hint: 'Use a date (2026-01-31), today, yesterday, or how long ago: 12h, 3d, 2w.',
    isUsage: true,
  });
}
