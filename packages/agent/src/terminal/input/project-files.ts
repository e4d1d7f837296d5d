import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', '.git', 'dist', 'target', '__pycache__', '.venv', '.next']);
const MAX_PATHS = 20_000;
const FRESH_MS = 5000;

/** Paths in the project, for completion. Of a huge project, only the upper levels are read. */
export class ProjectFiles {
  private listed: { at: number; paths: Promise<string[]> } | undefined;

  constructor(
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  async matching(wanted: string, most: number): Promise<string[]> {
    const paths = await this.paths();
    const lower = wanted.toLowerCase();
    return paths
      .map((path) => ({ path, rank: rankOf(path.toLowerCase(), lower) }))
      .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
      .sort((a, b) => a.rank - b.rank || a.path.length - b.path.length)
      .slice(0, most)
      .map(({ path }) => path);
  }

  private paths(): Promise<string[]> {
    if (!this.listed || this.now() - this.listed.at > FRESH_MS) {
      this.listed = { at: this.now(), paths: pathsUnder(this.folder) };
    }
    return this.listed.paths;
  }
}

async function pathsUnder(folder: string): Promise<string[]> {
  const paths: string[] = [];
  const waiting = [''];
  for (let at = waiting.shift(); at !== undefined && paths.length < MAX_PATHS; at = waiting.shift()) {
    const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (SKIPPED.has(entry.name) || !isPlain(entry.name)) continue;
      const path = at + entry.name;
      if (entry.isDirectory()) waiting.push(`${path}/`);
      paths.push(entry.isDirectory() ? `${path}/` : path);
    }
  }
  return paths;
}

/** Whether a prompt can contain the name and a terminal can show it. */
function isPlain(name: string): boolean {
  return /^[^"\p{C}\p{Zl}\p{Zp}]+$/u.test(name);
}

/** Ranks matches: at the start of the name, inside it, in the folders, then letters in the same order. */
function rankOf(path: string, wanted: string): number {
  const name = path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1);
  if (path.startsWith(wanted)) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  if (path.includes(wanted)) return 3;
  let from = 0;
  for (const letter of wanted) {
    from = path.indexOf(letter, from) + 1;
    if (from === 0) return Number.POSITIVE_INFINITY;
  }
  return 4;
}
