import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile, dataFolder } from '@unspool/store';
import type { Io } from '../io.js';
import type { PlainReport } from './at-once.js';

export interface PlainRequest {
  kind: PlainReport;
  from: 'files' | 'index';
  isJson: boolean;
}

const PLAIN: readonly (string | undefined)[] = ['daily', 'weekly', 'monthly', 'models'] satisfies PlainReport[];

/** The report that can be given at once, and from what; undefined where the program is needed. */
export function plainReport([command, ...given]: readonly string[], io: Io): PlainRequest | undefined {
  if (command !== 'usage') return undefined;
  const isJson = given.at(-1) === '--json';
  const [kind = 'daily', ...more] = isJson ? given.slice(0, -1) : given;
  if (!PLAIN.includes(kind) || more.length > 0) return undefined;
  if (existsSync(databaseFile(io))) return { kind: kind as PlainReport, from: 'index', isJson };
  // What stands only in the archive has to be indexed first.
  if (isJson || existsSync(join(dataFolder(io), 'archive'))) return undefined;
  return { kind: kind as PlainReport, from: 'files', isJson };
}
