import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { configFolders } from '@unspool/session';
import type { Maker } from '@unspool/trace';
import type { TraceIo } from './machine.js';
import { mostThreads, startThread, WORTH_THREADS } from './start-thread.js';

/** The first thread of a backfill that has much to read: it starts while the command itself is loaded. */
export function earlyThread(io: TraceIo): Maker | undefined {
  return mostThreads() > 0 && hasMuch(io) ? startThread(io) : undefined;
}

const MOST_LOOKS = 500;

/** Whether there is enough to read for threads, at a glance: who has much has it in few files. */
export function hasMuch(io: TraceIo): boolean {
  try {
    let looks = 0;
    let bytes = 0;
    for (const file of sessionFiles(io)) {
      bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (bytes >= WORTH_THREADS) return true;
      if (++looks === MOST_LOOKS) return false;
    }
  } catch {
    // Who lists them says what is wrong.
  }
  return false;
}

function* sessionFiles({ env, home }: TraceIo): Generator<string> {
  for (const { projects } of configFolders(env, home)) {
    for (const project of readdirSync(projects, { withFileTypes: true })) {
      if (!project.isDirectory()) continue;
      const folder = join(projects, project.name);
      for (const name of readdirSync(folder)) if (name.endsWith('.jsonl')) yield join(folder, name);
    }
  }
}
