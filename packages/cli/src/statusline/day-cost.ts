import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '@unspool/store';
import type { Io } from '../io.js';

/** Kept beside the index, because opening the index takes longer than a status line may. */
export const FILE = 'statusline.json';
const FRESH_MS = 30_000;

/** What sessions cost in dollars: today, and in total. */
export interface DayCosts {
  time: number;
  day: number;
  sessions: { [sessionId: string]: [today: number, ever: number] };
}

/**
 * Today's cost in dollars: of other sessions as last recorded; of this one as the client reports it, which is newer. Undefined
 * if nothing has been recorded yet.
 */
export function dayCost(session: { id: string | undefined; cost: number }, io: Io): number | undefined {
  const noted = readCosts(io);
  if (!noted || io.now - noted.time > FRESH_MS) noteLater(io);
  if (!noted) return undefined;
  const isToday = noted.day === startOfDay(io.now);
  let sum = 0;
  for (const [id, [today]] of Object.entries(noted.sessions)) if (isToday && id !== session.id) sum += today;
  // Subtract what the session cost on other days.
  const [today, ever] = noted.sessions[session.id ?? ''] ?? [0, 0];
  const before = isToday ? ever - today : ever;
  return sum + Math.max(isToday ? today : 0, session.cost - before);
}

export function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}

function readCosts(io: Io): DayCosts | undefined {
  const file = join(dataFolder(io), FILE);
  try {
    if (!statSync(file).isFile()) return undefined;
    const costs = JSON.parse(readFileSync(file, 'utf8')) as DayCosts;
    return typeof costs.time === 'number' && typeof costs.sessions === 'object' ? costs : undefined;
  } catch {
    // Not recorded yet, or written by another version.
    return undefined;
  }
}

/** In a separate process, because the client waits for this one. */
function noteLater({ env }: Io): void {
  const [, script] = process.argv;
  if (!script || env['UNSPOOL_STATUSLINE'] === 'alone') return;
  const child = spawn(process.execPath, [script, 'statusline', 'refresh'], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', () => undefined);
  child.unref();
}
