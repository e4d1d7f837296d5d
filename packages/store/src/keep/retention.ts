import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigFolder } from '@unspool/session';

const DAY = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_SETTINGS = 8 * 1024 * 1024;

/**
 * After how many days without a change the client deletes a session, when it starts: `cleanupPeriodDays` of the user's
 * settings. With 0 it deletes them all.
 */
export function retentionDays(config: ConfigFolder): number {
  const days = (settingsOf(join(config.folder, 'settings.json')) as { cleanupPeriodDays?: unknown }).cleanupPeriodDays;
  return typeof days === 'number' && Number.isFinite(days) && days >= 0 ? days : DEFAULT_DAYS;
}

/** In how many days the client would delete a file; 0 when it may at its next start. */
export function deletesInDays(mtimeMs: number, days: number, now: number): number {
  return Math.max(0, Math.floor((mtimeMs + days * DAY - now) / DAY));
}

function settingsOf(file: string): object {
  try {
    if (statSync(file).size > MAX_SETTINGS) return {};
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // None, or none that can be read: then the client uses its default too.
    return {};
  }
}
