import { loadConfig, newConfig, readConfig, type TraceConfig, type TraceFolder } from '@unspool/trace';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { traceFolderOf } from './machine.js';

/** The configuration, or a new one if there is none. Writes nothing. */
export function configOf(io: Io): TraceConfig {
  return readable(io, (folder) => readConfig(folder) ?? newConfig());
}

/** The same for a sender: a new configuration is saved, so that its salt stays the same. */
export function keptConfig(io: Io): TraceConfig {
  return readable(io, loadConfig);
}

function readable(io: Io, read: (folder: TraceFolder) => TraceConfig): TraceConfig {
  const folder = traceFolderOf(io);
  try {
    return read(folder);
  } catch (error) {
    // It cannot be read, rather than being wrong: pass on the system's message.
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new UserError((error as Error).message, {
      hint: `Correct or delete ${folder.config}, then run install again.`,
    });
  }
}
