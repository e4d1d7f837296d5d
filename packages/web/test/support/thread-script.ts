import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const packages = join(import.meta.dirname, '../../..');

/** The program of the server's threads as one file, in a place from where it finds libsql. */
export async function threadScript(): Promise<URL> {
  const cache = join(packages, '../node_modules/.cache/unspool-tests');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'thread-'));
  const input = join(folder, 'thread.ts');
  const source = join(packages, 'web/src/thread/web-thread.ts');
  writeFileSync(input, `import { runThread } from ${JSON.stringify(source)};\nrunThread();\n`);
  const alias = Object.fromEntries(
    ['session', 'store', 'redact'].map((name) => [`@unspool/${name}`, join(packages, name, 'src/index.ts')]),
  );
  const bundle = await rolldown({ input, platform: 'node', external: [/^node:/, 'libsql'], resolve: { alias } });
  const file = join(folder, 'thread.mjs');
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  return pathToFileURL(file);
}
