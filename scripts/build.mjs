// Types and libraries by tsc, then the command as one file: it starts fast and needs no other package of ours.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run } from './ready.mjs';

run(bin('tsc'), ['-b', 'packages/session', 'packages/cli'], { shell: process.platform === 'win32' });

const { rolldown } = await import('rolldown');
const bundle = await rolldown({
  input: join(root, 'packages/cli/src/unspool.ts'),
  platform: 'node',
  external: [/^node:/],
  resolve: { alias: { '@unspool/session': join(root, 'packages/session/src/index.ts') } },
});
await bundle.write({
  dir: join(root, 'packages/cli/dist'),
  entryFileNames: 'unspool.js',
  chunkFileNames: '[name]-[hash].js',
  format: 'esm',
  banner: '#!/usr/bin/env node',
});
chmodSync(join(root, 'packages/cli/dist/unspool.js'), 0o755);
