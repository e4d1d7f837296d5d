import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile, modules } from '../scripts/wasm-modules.mjs';

const root = resolve(import.meta.dirname, '..');

describe('WebAssembly', () => {
  it.each(modules)('%s.wasm is up to date', async (module) => {
    const committed = readFileSync(join(root, `${module}.wasm`));
    expect(committed.equals(await compile(module)), 'run npm run wasm').toBe(true);
  });

  it('has no other modules', () => {
    expect(assemblyFiles('.wasm').sort()).toEqual(modules.map((module) => `${module}.wasm`).sort());
  });

  it('is published with its package', () => {
    for (const module of modules) {
      const manifest = JSON.parse(readFileSync(join(root, dirname(module), '../package.json'), 'utf8'));
      expect(manifest.files, module).toContain('assembly');
    }
  });

  it('uses every source', () => {
    const sources = assemblyFiles('.ts');
    const unused = sources.filter((file) => {
      const name = basename(file, '.ts');
      const neighbours = sources.filter((other) => dirname(other) === dirname(file));
      const isImported = neighbours.some((other) => readFileSync(join(root, other), 'utf8').includes(`'./${name}'`));
      return !isImported && !modules.includes(`${dirname(file)}/${name}`);
    });
    expect(unused).toEqual([]);
  });
});

function assemblyFiles(ending: string): string[] {
  return readdirSync(join(root, 'packages'))
    .map((room) => `packages/${room}/assembly`)
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((name) => name.endsWith(ending));
}
