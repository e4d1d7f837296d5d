import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { sources } from '../../../../scripts/sources.mjs';
import { wasmFiles } from '../../../../scripts/wasm-files.mjs';
import { builtOnce, newFolder, root } from './built-once.js';

const PACKAGES = ['session', 'redact', 'foreign', 'store', 'web'];
const SOURCES = [...PACKAGES.map((name) => `packages/${name}/src`), 'packages/session/assembly'];
const THREAD = sourceAt('thread/web-thread.ts');
const SERVER = sourceAt('server/start-server.ts');

/** The script of the server's threads, bundled into one file. */
export function threadScript(): Promise<URL> {
  return builtProgram('thread', `import { runThread } from ${THREAD};\nrunThread();\n`);
}

/** The server as a separate process that can be suspended. Its first argument contains the options as JSON. */
export function serverScript(): Promise<URL> {
  return builtProgram(
    'server',
    `import { startServer } from ${SERVER};
    const options = JSON.parse(process.argv[2]);
    const server = await startServer({ ...options, threadScript: new URL(options.threadScript) });
    console.log(JSON.stringify({ port: server.port, link: server.newLink() }));`,
  );
}

/** The script of the threads, which pauses in the middle of the first index until a file `go` exists. */
export async function haltingScript(go: string): Promise<URL> {
  const folder = newFolder('halting-');
  return writeProgram(
    folder,
    `import { existsSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    import { runThread } from ${THREAD};
    const post = parentPort.postMessage.bind(parentPort);
    const nobody = new Int32Array(new SharedArrayBuffer(4));
    parentPort.postMessage = (answer, transferred) => {
      post(answer, transferred);
      if (answer.news?.filesDone > 0) while (!existsSync(${JSON.stringify(go)})) Atomics.wait(nobody, 0, 0, 20);
    };
    runThread();`,
  );
}

async function builtProgram(name: string, text: string): Promise<URL> {
  const folder = await builtOnce(name, SOURCES, async (draft) => {
    await writeProgram(draft, text);
  });
  return pathToFileURL(join(folder, 'program.mjs'));
}

async function writeProgram(folder: string, text: string): Promise<URL> {
  const input = join(folder, 'program.ts');
  writeFileSync(input, text);
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: [/^node:/, 'libsql'],
    resolve: { alias: sources },
    plugins: [wasmFiles()],
  });
  const file = join(folder, 'program.mjs');
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  return pathToFileURL(file);
}

function sourceAt(path: string): string {
  return JSON.stringify(join(root, 'packages/web/src', path));
}
