import { readFileSync } from 'node:fs';
import { isObject, parse } from '../read/json.js';
import type { JsonObject } from '../read/line.js';
import { type LocateProblem, statOf } from './list-folder.js';

const MAX_META = 1024 * 1024;

/**
 * Reads a sub-agent's `.meta.json` (toolUseId, agentType, description, …). An unreadable one is reported as a problem.
 */
export function readAgentMeta(file: string, problems: LocateProblem[]): JsonObject | undefined {
  const stats = statOf(file);
  if (!stats?.isFile()) return undefined;
  const meta = stats.size <= MAX_META ? parse(readText(file)) : undefined;
  if (isObject(meta)) return meta;
  problems.push({ kind: 'unreadable', path: file, message: 'it is not a JSON object' });
  return undefined;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Forbidden or deleted: returns no text, which the caller reports.
    return '';
  }
}
