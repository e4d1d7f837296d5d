import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isObject } from '@unspool/session/read';
import type { Adapter, Head, Source } from '../contract/adapter.js';
import type { Output } from '../contract/output.js';
import { parseJson } from '../read/parse-json.js';
import { readTrajectory } from './read-trajectory.js';

/** The Agent Trajectory Interchange Format: one JSON object with the steps of an agent's run. */
export const atif: Adapter = { name: 'atif', version: 1, locate: () => [], detect, translate };

function detect({ text }: Head): boolean {
  return /^\s*\{/.test(text) && /"schema_version"\s*:\s*"ATIF-v1\./.test(text);
}

/** The format has to be read whole. */
function translate({ file }: Source, output: Output): void {
  let whole: unknown;
  try {
    whole = parseJson(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    output.damaged('the file', error instanceof Error ? error.message : String(error));
  }
  if (isObject(whole)) readTrajectory(whole, output, { id: basename(file).replace(/\.json$/, '') });
}
