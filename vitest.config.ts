import { defineConfig } from 'vitest/config';

// Tests run on the sources: no build has to be fresh for them.
const source = (path: string) => new URL(path, import.meta.url).pathname;

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@unspool\/([a-z]+)$/, replacement: source('./packages/$1/src/index.ts') },
      { find: /^@unspool\/([a-z]+)\/([a-z-]+)$/, replacement: source('./packages/$1/src/$2.ts') },
    ],
  },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/temp-folders.ts'],
    setupFiles: ['tests/seed.ts', 'tests/temp-folder.ts'],
    // Tests wait for browsers, processes and timers about half of their time: two workers leave two cores idle.
    maxWorkers: 4,
    // Saves a tenth of the time: files of tests in one process load the sources once.
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is waited for comes later on a busy machine; the default is a second.
    expect: { poll: { timeout: 25_000 } },
  },
});
