import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { sources } from '../../../../scripts/sources.mjs';
import { wasmFiles } from '../../../../scripts/wasm-files.mjs';

const packages = join(import.meta.dirname, '../../..');

/** The program of the server's threads as one file. */
export function threadScript(): Promise<URL> {
  return programOf('web/src/thread/web-thread.ts', (source) => `import { runThread } from ${source};\nrunThread();\n`);
}

/** The same; but the process that builds the first index stays where it is in the middle of it until there is such a file. */
export function haltingScript(go: string): Promise<URL> {
  return programOf(
    'web/src/thread/web-thread.ts',
    (source) => `import { existsSync } from 'node:fs';
      import { isMainThread } from 'node:worker_threads';
      import { runThread } from ${source};
      const { send } = process;
      const nobody = new Int32Array(new SharedArrayBuffer(4));
      if (isMainThread && send) process.send = (answer) => {
        const isSent = send.call(process, answer);
        if (answer.news?.filesDone > 0) while (!existsSync(${JSON.stringify(go)})) Atomics.wait(nobody, 0, 0, 20);
        return isSent;
      };
      runThread();`,
  );
}

/** The server alone, as a process that can be halted: what it serves is told by its first argument, as JSON. */
export function serverScript(): Promise<URL> {
  return programOf(
    'web/src/server/start-server.ts',
    (source) => `import { startServer } from ${source};
      const server = await startServer(JSON.parse(process.argv[2]));
      console.log(JSON.stringify({ port: server.port, link: server.newLink() }));`,
  );
}

/** One file, in a place from where it finds libsql. */
async function programOf(path: string, text: (source: string) => string): Promise<URL> {
  const cache = join(packages, '../node_modules/.cache/unspool-tests');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'thread-'));
  const input = join(folder, 'thread.ts');
  writeFileSync(input, text(JSON.stringify(join(packages, path))));
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: [/^node:/, 'libsql'],
    resolve: { alias: sources },
    plugins: [wasmFiles()],
  });
  const file = join(folder, 'thread.mjs');
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  return pathToFileURL(file);
}
