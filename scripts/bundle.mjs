// The command: one small entry, and parts that it loads on demand. CommonJS, because short commands start 6 ms (of 30)
// sooner than with ES modules.
//
//   node scripts/bundle.mjs [folder] [--alone]
//
// Keeps the parts of the previous build, because a server running from the folder may still load them. With --alone, as
// for a package, keeps only this build.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { root } from './ready.mjs';
import { sources } from './sources.mjs';
import { wasmFiles } from './wasm-files.mjs';

const { values, positionals } = parseArgs({ options: { alone: { type: 'boolean' } }, allowPositionals: true });
const dist = positionals[0] ?? join(root, 'packages/cli/dist');
const noted = join(dist, '.built.json');
mkdirSync(dist, { recursive: true });
const before = values.alone ? [] : lastBuilt();

/** The command, and the scripts that it runs in threads and processes. */
const ENTRIES = [
  'unspool',
  'check/check-worker',
  'index/index-worker',
  'index/repair-index',
  'search/search-worker',
  'serve/web-worker',
];

const bundle = await rolldown({
  input: Object.fromEntries(ENTRIES.map((path) => [basename(path), join(root, `packages/cli/src/${path}.ts`)])),
  platform: 'node',
  external: [/^node:/, 'libsql'],
  resolve: { alias: sources },
  plugins: [wasmFiles()],
  // These modules have no side effects, so a command loads only what it uses.
  treeshake: {
    moduleSideEffects: (id) => !/[\\/]packages[\\/][^\\/]+[\\/]src[\\/]|[\\/]pi-tui[\\/]|^node:/.test(id),
  },
});
const { output } = await bundle.write({
  dir: dist,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  assetFileNames: '[name]-[hash][extname]',
  format: 'cjs',
  minify: true,
  banner: ({ name }) => (name === 'unspool' ? '#!/usr/bin/env node' : ''),
});
refuseEntriesInParts(output);
writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
chmodSync(join(dist, 'unspool.js'), 0o755);
writeFileSync(join(dist, 'unspool.1'), execFileSync(process.execPath, [join(dist, 'unspool.js'), 'help', '--man']));
const built = [...output.map(({ fileName }) => fileName), ...takeAppAlong()];
clear(new Set([...built, ...before]));
if (!values.alone) writeFileSync(noted, JSON.stringify(built));

/** An entry runs when it is loaded, so no other file may load it. Keep static imports out of unspool.ts. */
function refuseEntriesInParts(files) {
  for (const { fileName, imports = [] } of files) {
    const entry = imports.find((name) => ENTRIES.some((path) => name === `${basename(path)}.js`));
    if (entry) throw new Error(`${fileName} would run ${entry}`);
  }
}

/** Copies the browser app if it was built. File names contain a hash, so two builds can coexist. */
function takeAppAlong() {
  const app = join(root, 'packages/web/dist/app');
  if (!existsSync(app)) return [];
  cpSync(app, join(dist, 'app'), { recursive: true });
  return filesIn(app).map((name) => `app/${name}`);
}

function lastBuilt() {
  try {
    return JSON.parse(readFileSync(noted, 'utf8'));
  } catch {
    // The first build, or the folder was cleared by hand.
    return [];
  }
}

function clear(keep) {
  const programs = readdirSync(dist).filter((name) => /\.(js|wasm)$/.test(name));
  const parts = existsSync(join(dist, 'app')) ? filesIn(join(dist, 'app')).map((name) => `app/${name}`) : [];
  for (const name of [...programs, ...parts]) if (!keep.has(name)) rmSync(join(dist, name));
  if (values.alone) rmSync(noted, { force: true });
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}
