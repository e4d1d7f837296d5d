import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Locked {
  optionalDependencies?: Record<string, string>;
}

const file = join(import.meta.dirname, '../package-lock.json');
const packages: Record<string, Locked> = JSON.parse(readFileSync(file, 'utf8')).packages;

/** From the folder of a package up to ours. */
function isLocked(at: string, name: string): boolean {
  for (let folder = at; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

/** Npm leaves out what it cannot see while it writes the lock; on another system `npm ci` then refuses to install. */
it('the lock names what each system needs, not only ours', () => {
  const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(at, name)),
  );
  expect(missing).toEqual([]);
});
