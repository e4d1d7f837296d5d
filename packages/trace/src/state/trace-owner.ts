import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from './json-file.js';

/**
 * Which session gave a trace to a sink first. A fork or a resumed copy holds the same turns with the same ids: what the
 * first gave is not given again.
 */
export class TraceOwners {
  /** What a file says: of each trace the keys. */
  private readonly memory = new Map<string, Map<string, string[]>>();
  private readonly unwritten = new Map<string, string[]>();

  /**
   * `hold`: for who adds many and says when to write them. What others add meanwhile is not seen; at worst a span goes
   * out twice, with its id.
   */
  constructor(
    private readonly folder: string,
    private readonly writing: 'at once' | 'hold' = 'at once',
  ) {}

  /** The keys of the sessions that gave spans of this trace, the first one first. */
  of(traceId: string): string[] {
    const file = fileFor(traceId);
    if (this.writing === 'hold') return this.namesIn(file).get(traceId) ?? [];
    // One is asked for, of many.
    const lines = textOf(join(this.folder, file)).matchAll(new RegExp(`^${traceId} (.*)$`, 'gm'));
    return Array.from(lines, ([, key = '']) => key);
  }

  add(traceId: string, key: string): void {
    if (this.of(traceId).includes(key)) return;
    const file = fileFor(traceId);
    const line = `${traceId} ${key}`;
    const names = this.memory.get(file);
    if (names) addTo(names, traceId, key);
    this.unwritten.set(file, [...(this.unwritten.get(file) ?? []), line]);
    if (this.writing === 'at once') this.write();
  }

  /** To be called before it counts that a session gave something. */
  write(): void {
    for (const [file, lines] of this.unwritten) {
      const text = lines.map((line) => `${line}\n`).join('');
      inFolder(this.folder, () => appendFileSync(join(this.folder, file), text, { mode: 0o600 }));
    }
    this.unwritten.clear();
  }

  private namesIn(file: string): ReadonlyMap<string, string[]> {
    let names = this.memory.get(file);
    if (!names) {
      names = new Map();
      for (const line of textOf(join(this.folder, file)).split('\n')) {
        const [traceId = '', key] = line.split(' ');
        if (key !== undefined) addTo(names, traceId, key);
      }
      this.memory.set(file, names);
    }
    return names;
  }
}

function addTo(names: Map<string, string[]>, traceId: string, key: string): void {
  const keys = names.get(traceId);
  if (keys) keys.push(key);
  else names.set(traceId, [key]);
}

/** Some files: a hook reads one of them, not the whole list, and a backfill writes not too many. */
function fileFor(traceId: string): string {
  return traceId.slice(0, 1);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
