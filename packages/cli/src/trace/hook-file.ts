import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { traceFolderOf } from './machine.js';

/** The bundled hook, in the same folder as the command. */
export function bundledHook(io: Io): string {
  return resolve(io.samples, '..', 'dist', 'trace-hook.cjs');
}

/** Where the client finds the hook. npx deletes its folder sooner or later, so the hook is copied to ours. */
export function hookFileFor(io: Io): string {
  const bundled = bundledHook(io);
  if (!existsSync(bundled)) {
    throw new UserError(`The hook is missing: ${bundled}`, {
      hint: 'Install Unspool again, or build it: npm run build',
    });
  }
  if (!/[\\/]_npx[\\/]/.test(bundled)) return bundled;
  const folder = traceFolderOf(io).root;
  makeFolder(folder);
  // Copy what the hook loads first, because a turn may end meanwhile.
  const loaded = readdirSync(dirname(bundled)).filter((name) => name.endsWith('.wasm'));
  for (const name of [...loaded, 'trace-hook.cjs']) copyFileSync(join(dirname(bundled), name), join(folder, name));
  return join(folder, 'trace-hook.cjs');
}
