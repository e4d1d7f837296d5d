import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../../../../..');
const app = join(root, 'packages/web/app');

/** The app built from the sources as they are now; built once for each state of them. */
export async function builtApp(): Promise<string> {
  const outDir = join(root, 'node_modules/.cache/unspool/app', hashOf(app));
  if (existsSync(join(outDir, 'index.html'))) return outDir;
  await build({ configFile: join(app, 'vite.config.ts'), logLevel: 'error', build: { outDir, emptyOutDir: true } });
  return outDir;
}

function hashOf(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(file.slice(folder.length)).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}
