import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashOf, modules, sourcesOf } from '../scripts/wasm-modules.mjs';

const root = resolve(import.meta.dirname, '..');
const rooms = readdirSync(join(root, 'packages'));

describe('WebAssembly', () => {
  it.each(modules)('is made from its sources: $target', (module) => {
    const hash = /SOURCE_HASH = '(\w+)'/.exec(readFileSync(join(root, module.target), 'utf8'))?.[1];
    expect(hash, 'run npm run wasm').toBe(hashOf(module));
  });

  it('is all of it in the list, and made from all there is', () => {
    const made = rooms.flatMap((room) => filesIn(`packages/${room}/src`)).filter(isCode);
    expect(made.sort()).toEqual(modules.map(({ target }) => target).sort());
    const sources = rooms.flatMap((room) => filesIn(`packages/${room}/assembly`));
    expect(sources.sort()).toEqual([...new Set(modules.flatMap(sourcesOf))].sort());
  });
});

function isCode(file: string): boolean {
  return readFileSync(join(root, file), 'utf8').includes('export const SOURCE_HASH');
}

/** The modules of a folder; few packages have an assembly folder. */
function filesIn(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}
