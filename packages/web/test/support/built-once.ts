import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../../..');
const cache = join(root, 'node_modules/.cache/unspool-tests');

type Build = (folder: string) => Promise<void>;

const builds = new Map<string, Promise<string>>();

/** The folder with the output of `build` for these sources, as they are when this process first asks. */
export function builtOnce(name: string, sources: readonly string[], build: Build): Promise<string> {
  const known = builds.get(name) ?? buildOnce(name, sources, build);
  builds.set(name, known);
  return known;
}

async function buildOnce(name: string, sources: readonly string[], build: Build): Promise<string> {
  const folder = join(cache, `${name}-${hashOf(sources.flatMap(filesIn))}`);
  if (existsSync(folder)) return folder;
  // Several test files start at once. None may see or remove what another has only half built.
  const draft = newFolder(`building-${name}-`);
  await build(draft);
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    // Another test file finished first, with the same result.
    rmSync(draft, { recursive: true });
  }
  return folder;
}

/** A folder from which a program can import the packages of the workspace. */
export function newFolder(prefix: string): string {
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, prefix));
}

function filesIn(path: string): string[] {
  const files = readdirSync(join(root, path), { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
