import { join } from 'node:path';

export type Environment = { readonly [name: string]: string | undefined };

export interface Machine {
  env: Environment;
  home: string;
  platform?: NodeJS.Platform;
}

/** The folder for our own data: `UNSPOOL_HOME`, else the platform's default place. */
export function dataFolder({ env, home, platform = process.platform }: Machine): string {
  const chosen = env['UNSPOOL_HOME']?.trim();
  if (chosen) return chosen.replace(/^~(?=$|[\\/])/, home);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Unspool');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Unspool');
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'unspool');
}

export function databaseFile(machine: Machine): string {
  return join(dataFolder(machine), 'unspool.db');
}
