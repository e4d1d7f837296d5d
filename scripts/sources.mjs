import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ready.mjs';

/**
 * Bundles take our packages from their sources: `@unspool/session/models` is `packages/session/src/models.ts`.
 * The `$` makes an alias match the whole name only.
 */
export const sources = Object.fromEntries(
  readdirSync(join(root, 'packages'))
    .map((name) => join(root, 'packages', name))
    .flatMap((folder) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return Object.keys(exports).map((door) => [
        `${name}${door.slice(1)}$`,
        join(folder, 'src', `${door === '.' ? 'index' : door}.ts`),
      ]);
    }),
);
