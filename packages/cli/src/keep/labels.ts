import { adoptLabels, type Database, dataFolder } from '@unspool/store';
import type { Io } from '../io.js';

/** A new index takes over the tags and pins that were there before it. */
export function adopt(database: Database, io: Io): void {
  adoptLabels(database, dataFolder(io));
}
