import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isInsidePath } from '@unspool/session/locate';

/** A file with instructions for the model: CLAUDE.md and what it imports. */
export interface MemoryFile {
  path: string;
  /** Describes for the model whose file it is. */
  owner: string;
  content: string;
}

export interface MemoryPlace {
  configDir: string;
  projectDir: string;
  home: string;
}

const MAX_IMPORT_DEPTH = 5;
const MAX_BYTES = 100_000;

/** The user's and the project's instructions, most general first. */
export function memoryFiles(place: MemoryPlace): MemoryFile[] {
  const reader = new MemoryReader(place);
  reader.add(join(place.configDir, 'CLAUDE.md'), "the user's own instructions for all projects");
  for (const folder of foldersDownTo(place.projectDir)) {
    reader.add(join(folder, 'CLAUDE.md'), 'instructions of the project');
    reader.add(join(folder, '.claude', 'CLAUDE.md'), 'instructions of the project');
    reader.add(join(folder, 'CLAUDE.local.md'), "the user's own instructions for this project");
  }
  return reader.files;
}

/** Instructions from the folders between the project and a file, for when the model first uses that file. */
export function nestedMemoryFiles(file: string, place: MemoryPlace, seen: Set<string>): MemoryFile[] {
  if (!isInsidePath(file, place.projectDir)) return [];
  const reader = new MemoryReader(place, seen);
  const folders = foldersDownTo(dirname(file)).filter(
    (folder) => folder !== place.projectDir && isInsidePath(folder, place.projectDir),
  );
  for (const folder of folders) reader.add(join(folder, 'CLAUDE.md'), `instructions for the folder ${folder}`);
  return reader.files;
}

function foldersDownTo(folder: string): string[] {
  const folders: string[] = [];
  for (let at = resolve(folder); ; at = dirname(at)) {
    folders.unshift(at);
    if (dirname(at) === at) return folders;
  }
}

class MemoryReader {
  readonly files: MemoryFile[] = [];

  constructor(
    private readonly place: MemoryPlace,
    private readonly seen = new Set<string>(),
  ) {}

  add(path: string, owner: string, depth = 0): void {
    const real = realPath(path);
    if (real === undefined || this.seen.has(real) || !this.isOurs(real, dirname(path))) return;
    this.seen.add(real);
    const content = readFileSync(real, 'utf8').slice(0, MAX_BYTES);
    if (content.trim() !== '') this.files.push({ path, owner, content });
    if (depth >= MAX_IMPORT_DEPTH) return;
    for (const named of importsIn(content)) {
      const target = this.importPath(named, dirname(path));
      if (target !== undefined) this.add(target, `imported by ${path}`, depth + 1);
    }
  }

  private importPath(named: string, from: string): string | undefined {
    const path = named.startsWith('~/') ? join(this.place.home, named.slice(2)) : resolve(from, named);
    const real = realPath(path);
    return real !== undefined && this.isOurs(real) ? path : undefined;
  }

  /** A project must not include files from elsewhere on the machine through an import or a link. */
  private isOurs(real: string, folder?: string): boolean {
    const { projectDir, configDir } = this.place;
    const folders = [projectDir, configDir, ...(folder === undefined ? [] : [folder])];
    return folders.some((each) => isInsidePath(real, realPath(each) ?? each));
  }
}

/** The paths imported as `@path`, except inside code. */
function importsIn(content: string): string[] {
  const words = content.replace(/```[\s\S]*?(```|$)/g, '').replace(/`[^`\n]*`/g, '');
  return [...words.matchAll(/(?:^|\s)@((?:~\/|\.{0,2}\/)?[\w][\w./-]*\w|~\/[\w./-]+)/g)].map((match) => match[1] ?? '');
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // Nothing is there.
    return undefined;
  }
}
