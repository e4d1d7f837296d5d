import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** One write of the client: some bytes at the end of a file. */
export interface Write {
  file: string;
  bytes: Buffer;
  isMain: boolean;
}

const time = (line: string): number => Date.parse(/"timestamp":"([^"]+)"/.exec(line)?.[1] ?? '');

/**
 * The writes with which a client creates a project folder: the lines of each main file in order, and the lines of its
 * sub-agents between them, by time. Other files (tool results, notes of sub-agents) exist when the sub-agent begins.
 */
export function writesOf(project: string): Write[] {
  const files = readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name));
  const isAgent = (file: string) => basename(file).startsWith('agent-');
  const queues = files.map((file) => {
    let last = Number.NEGATIVE_INFINITY;
    const lines = readFileSync(file, 'utf8').match(/[^\n]*\n|[^\n]+$/g) ?? [];
    return {
      file: relative(project, file),
      isMain: !isAgent(file),
      lines: lines.map((text) => {
        // The order in the file counts, not the times.
        last = Math.max(last, Number.isNaN(time(text)) ? last : time(text));
        return { text, at: last };
      }),
    };
  });
  const writes: Write[] = [];
  for (;;) {
    const next = queues
      .filter((queue) => queue.lines.length > 0)
      .sort((a, b) => (a.lines[0]?.at ?? 0) - (b.lines[0]?.at ?? 0) || Number(a.isMain) - Number(b.isMain))[0];
    const line = next?.lines.shift();
    if (!next || !line) return writes;
    writes.push({ file: next.file, bytes: Buffer.from(line.text), isMain: next.isMain });
  }
}

/** A project folder that grows write by write. */
export class GrowingProject {
  readonly folder: string;

  constructor(
    private readonly source: string,
    home: string,
  ) {
    this.folder = join(home, 'projects', basename(source));
    mkdirSync(this.folder, { recursive: true });
  }

  write({ file, bytes }: Pick<Write, 'file' | 'bytes'>): string {
    const target = join(this.folder, file);
    mkdirSync(dirname(target), { recursive: true });
    if (!existsSync(target)) this.copyBeside(file);
    appendFileSync(target, bytes);
    return target;
  }

  private copyBeside(file: string): void {
    const meta = file.replace(/\.jsonl$/, '.meta.json');
    if (existsSync(join(this.source, meta)))
      writeFileSync(join(this.folder, meta), readFileSync(join(this.source, meta)));
    const results = join(file.replace(/\.jsonl$/, ''), 'tool-results');
    if (existsSync(join(this.source, results)))
      cpSync(join(this.source, results), join(this.folder, results), { recursive: true });
  }
}

/** Every project folder below a folder of sessions. */
export function projectsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('-'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

export function mainFilesIn(project: string): string[] {
  return readdirSync(project)
    .filter((name) => name.endsWith('.jsonl') && !name.startsWith('agent-'))
    .map((name) => join(project, name));
}
