// The trace hook as one file. The client starts it at the end of every turn, so it must start fast: CommonJS, because
// Node loads it in half the time, and only what a hook uses.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './ready.mjs';

const dist = process.argv[2] ?? join(root, 'packages/cli/dist');
mkdirSync(dist, { recursive: true });
const names = readdirSync(join(root, 'packages')).filter((name) => name !== 'cli');

const bundle = await rolldown({
  input: join(root, 'packages/cli/src/trace/trace-hook.ts'),
  platform: 'node',
  external: [/^node:/, 'libsql'],
  resolve: {
    alias: Object.fromEntries(names.map((name) => [`@unspool/${name}`, join(root, 'packages', name, 'src/index.ts')])),
  },
  // The entry runs; our other modules do nothing by being loaded.
  treeshake: {
    moduleSideEffects: (id) => id.endsWith('trace-hook.ts') || !/[\\/]packages[\\/][^\\/]+[\\/]src[\\/]/.test(id),
  },
});
await bundle.write({ file: join(dist, 'trace-hook.cjs'), format: 'cjs', minify: true, codeSplitting: false });
