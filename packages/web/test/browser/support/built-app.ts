import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../../../../..');
const app = join(root, 'packages/web/app');
/** The one file beside the app that is in the page too. */
const markdownParts = join(root, 'packages/web/src/markdown-parts.ts');
const cache = join(root, 'node_modules/.cache/unspool/app');

/** The app built from the sources as they are now; built once for each state of them. */
export async function builtApp(): Promise<string> {
  const folder = join(cache, hashOf([...filesIn(app), markdownParts]));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  // Several test files begin at once: none may see what another has built half, or take it away from it.
  const outDir = mkdtempSync(join(cache, 'building-'));
  await build({ configFile: join(app, 'vite.config.ts'), logLevel: 'error', build: { outDir, emptyOutDir: true } });
  try {
    renameSync(outDir, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    // Another was there first, with the same.
    rmSync(outDir, { recursive: true });
  }
  return folder;
}

function filesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
