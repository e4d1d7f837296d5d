import { join } from 'node:path';
import { build } from 'vite';
import { isBuilt } from '../../../../../scripts/ready.mjs';
import { builtOnce, root } from '../../support/built-once.js';

let app: Promise<string> | undefined;

/** The app, built from the current sources. `npm test` has built it already. */
export function builtApp(): Promise<string> {
  app ??= isBuilt() ? Promise.resolve(join(root, 'packages/web/dist/app')) : builtForTests();
  return app;
}

function builtForTests(): Promise<string> {
  const configFile = join(root, 'packages/web/app/vite.config.ts');
  return builtOnce('app', ['packages/web/app', 'packages/web/src', 'packages/session/src'], async (outDir) => {
    await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  });
}
