// The trace hook: one JavaScript file, with the WebAssembly that it loads next to it. The client starts it at the end of
// every turn, so it must start fast. It is CommonJS, which Node loads in half the time, and has only what a hook uses.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './ready.mjs';
import { sources } from './sources.mjs';
import { wasmFiles } from './wasm-files.mjs';

const dist = process.argv[2] ?? join(root, 'packages/cli/dist');
mkdirSync(dist, { recursive: true });

const bundle = await rolldown({
  input: join(root, 'packages/cli/src/trace/trace-hook.ts'),
  platform: 'node',
  external: [/^node:/, 'libsql'],
  plugins: [wasmFiles()],
  resolve: { alias: sources },
  // Only the entry has side effects.
  treeshake: {
    moduleSideEffects: (id) => id.endsWith('trace-hook.ts') || !/[\\/]packages[\\/][^\\/]+[\\/]src[\\/]/.test(id),
  },
});
await bundle.write({
  dir: dist,
  entryFileNames: 'trace-hook.cjs',
  assetFileNames: '[name]-[hash][extname]',
  format: 'cjs',
  minify: true,
  codeSplitting: false,
});
