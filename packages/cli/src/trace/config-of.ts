import { loadConfig, newConfig, readConfig, type TraceConfig, type TraceFolder } from '@unspool/trace';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { traceFolderOf } from './machine.js';

/** What is set up. Where nothing is yet it is new, and who only looks writes nothing. */
export function configOf(io: Io): TraceConfig {
  return readable(io, (folder) => readConfig(folder) ?? newConfig());
}

/** The same, for who sends: its salt is kept from now on. */
export function keptConfig(io: Io): TraceConfig {
  return readable(io, loadConfig);
}

function readable(io: Io, read: (folder: TraceFolder) => TraceConfig): TraceConfig {
  const folder = traceFolderOf(io);
  try {
    return read(folder);
  } catch (error) {
    // Not to be read, rather than wrong: the system's own words, as for any file.
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new UserError((error as Error).message, { hint: `Mend or delete ${folder.config}, then run install again.` });
  }
}
