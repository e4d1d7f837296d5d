import { join } from 'node:path';
import { build } from 'vite';
import { builtOnce, root } from '../../support/built-once.js';

/** The app, built from the current sources. */
export function builtApp(): Promise<string> {
  const configFile = join(root, 'packages/web/app/vite.config.ts');
  return builtOnce('app', ['packages/web/app', 'packages/web/src', 'packages/session/src'], async (outDir) => {
    await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  });
}
