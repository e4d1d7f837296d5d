import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from './json-file.js';

/**
 * Which session gave a trace to a sink first. A fork or a resumed copy holds the same turns with the same ids: what the
 * first gave is not given again.
 */
export class TraceOwners {
  /** `memory`: for who adds many. What others add meanwhile is not seen; at worst a span goes out twice, with its id. */
  constructor(
    private readonly folder: string,
    private readonly memory?: Map<string, string[]>,
  ) {}

  /** The keys of the sessions that gave spans of this trace, the first one first. */
  of(traceId: string): string[] {
    return this.linesFor(traceId)
      .filter((line) => line.startsWith(traceId))
      .map((line) => line.slice(traceId.length + 1));
  }

  add(traceId: string, key: string): void {
    if (this.of(traceId).includes(key)) return;
    const line = `${traceId} ${key}`;
    inFolder(this.folder, () => appendFileSync(this.fileFor(traceId), `${line}\n`, { mode: 0o600 }));
    this.memory?.get(this.fileFor(traceId))?.push(line);
  }

  private linesFor(traceId: string): string[] {
    const file = this.fileFor(traceId);
    const lines = this.memory?.get(file) ?? linesOf(file);
    this.memory?.set(file, lines);
    return lines;
  }

  /** Many small files: a hook reads one of them, not the whole list. */
  private fileFor(traceId: string): string {
    return join(this.folder, traceId.slice(0, 2));
  }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
