// The command as one file: it starts fast and needs no other package of ours.
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './ready.mjs';

const dist = join(root, 'packages/cli/dist');
for (const name of existing(dist)) if (name.endsWith('.js')) rmSync(join(dist, name));

const bundle = await rolldown({
  input: {
    unspool: join(root, 'packages/cli/src/unspool.ts'),
    'check-worker': join(root, 'packages/cli/src/check-worker.ts'),
    'list-worker': join(root, 'packages/cli/src/list-worker.ts'),
  },
  platform: 'node',
  external: [/^node:/, 'libsql'],
  resolve: { alias: sources() },
});
await bundle.write({
  dir: dist,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  format: 'esm',
  banner,
});
chmodSync(join(dist, 'unspool.js'), 0o755);

/** The entry point is run as a program; the chunks are not. */
function banner(chunk) {
  return chunk.name === 'unspool' ? '#!/usr/bin/env node' : '';
}

/** Our own packages are taken from their sources. */
function sources() {
  const names = readdirSync(join(root, 'packages')).filter((name) => name !== 'cli');
  return Object.fromEntries(names.map((name) => [`@unspool/${name}`, join(root, 'packages', name, 'src/index.ts')]));
}

function existing(folder) {
  try {
    return readdirSync(folder);
  } catch {
    // Nothing was built yet.
    return [];
  }
}
