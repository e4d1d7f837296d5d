import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from './json-file.js';

/**
 * Records which sessions sent spans of a trace to a sink, the first one first. A fork or a resumed copy has the same turns
 * with the same ids, and does not send them again.
 */
export class TraceOwners {
  /** The content of each file: session keys by trace. */
  private readonly memory = new Map<string, Map<string, string[]>>();
  private readonly unwritten = new Map<string, string[]>();

  /**
   * `hold`: for callers that add many and call `write` themselves. They do not see what others add meanwhile; at worst a
   * span is sent twice, with the same id.
   */
  constructor(
    private readonly folder: string,
    private readonly writing: 'at once' | 'hold' = 'at once',
  ) {}

  /** The keys of the sessions that sent spans of this trace, the first one first. */
  of(traceId: string): string[] {
    const file = fileFor(traceId);
    if (this.writing === 'hold') return this.namesIn(file).get(traceId) ?? [];
    // A search is faster than parsing the file for a single trace.
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

  /** Call before writing a session's state. */
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

/** The list is split so that a hook reads only a part of it; few enough parts for a backfill to write. */
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
