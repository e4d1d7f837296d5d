import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile, dataFolder } from '@unspool/store';
import type { Io } from '../io.js';
import type { PlainReport } from './at-once.js';

const PLAIN: readonly (string | undefined)[] = ['daily', 'weekly', 'monthly', 'models'] satisfies PlainReport[];

/** The report that `usageAtOnce` can give; undefined where the program is needed. */
export function plainReport([command, kind = 'daily', ...more]: readonly string[], io: Io): PlainReport | undefined {
  if (command !== 'usage' || !PLAIN.includes(kind) || more.length > 0) return undefined;
  const hasIndex = existsSync(databaseFile(io)) || existsSync(join(dataFolder(io), 'archive'));
  return hasIndex ? undefined : (kind as PlainReport);
}
