import { copyFileSync, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '@unspool/session';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { traceFolderOf } from './machine.js';

/** The bundled hook, beside the command. */
export function bundledHook(io: Io): string {
  return resolve(io.samples, '..', 'dist', 'trace-hook.cjs');
}

/** Where the client finds the hook. npx clears its folder away sooner or later: then a copy is kept in ours. */
export function hookFileFor(io: Io): string {
  const bundled = bundledHook(io);
  if (!existsSync(bundled)) {
    throw new UserError(`The hook is missing: ${bundled}`, {
      hint: 'Install Unspool again, or build it: npm run build',
    });
  }
  if (!/[\\/]_npx[\\/]/.test(bundled)) return bundled;
  const copy = join(traceFolderOf(io).root, 'trace-hook.cjs');
  makeFolder(dirname(copy));
  copyFileSync(bundled, copy);
  return copy;
}
