import { cpSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Io } from '../io.js';

/** Samples in a temporary folder, where they can be edited like real sessions. */
export interface SampleHome {
  config: string;
  dataFolder: string;
  remove(): void;
}

const DAY = 86_400_000;

export function layOutSamples(io: Io): SampleHome {
  const home = mkdtempSync(join(tmpdir(), 'unspool-samples-'));
  const config = join(home, 'claude');
  cpSync(io.samples, config, { recursive: true });
  // A file that was just written would count as live.
  const past = new Date(io.now - DAY);
  for (const entry of readdirSync(config, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), past, past);
  }
  return {
    config,
    dataFolder: join(home, 'data'),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
