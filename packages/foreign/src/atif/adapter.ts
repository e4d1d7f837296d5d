import { basename } from 'node:path';
import type { Adapter, Head, Source } from '../contract/adapter.js';
import type { Output } from '../contract/output.js';
import { wholeJson } from '../read/whole-json.js';
import { readTrajectory } from './read-trajectory.js';

/** The Agent Trajectory Interchange Format: one JSON object with the steps of an agent's run. */
export const atif: Adapter = { name: 'atif', version: 1, locate: () => [], detect, translate };

function detect({ text }: Head): boolean {
  return /^\s*\{/.test(text) && /"schema_version"\s*:\s*"ATIF-v1\./.test(text);
}

/** The format has to be read whole. */
function translate({ file }: Source, output: Output): void {
  const whole = wholeJson(file, output);
  if (whole) readTrajectory(whole, output, { id: basename(file).replace(/\.json$/, '') });
}
