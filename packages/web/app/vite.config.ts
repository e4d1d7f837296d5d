import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Everything the page needs is a file of our own: no inline script, no data: URL, nothing from outside.
export default defineConfig({
  root: here('.'),
  base: '/',
  publicDir: false,
  clearScreen: false,
  // Doors of our own packages lead to their sources.
  resolve: {
    alias: [{ find: /^@unspool\/([a-z]+)\/([a-z-]+)$/, replacement: here('../../$1/src/$2.ts') }],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: here('../dist/app'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    // Which callback took longest is of no use to somebody who starts Unspool.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  worker: { format: 'es' },
});
