import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Which session gave a trace to a sink first. A fork or a resumed copy holds the same turns with the same ids: what the
 * first gave is not given again.
 */
export class TraceOwners {
  constructor(private readonly folder: string) {}

  /** The keys of the sessions that gave spans of this trace, the first one first. */
  of(traceId: string): string[] {
    return this.linesFor(traceId)
      .filter((line) => line.startsWith(traceId))
      .map((line) => line.slice(traceId.length + 1));
  }

  add(traceId: string, key: string): void {
    if (this.of(traceId).includes(key)) return;
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    appendFileSync(this.fileFor(traceId), `${traceId} ${key}\n`, { mode: 0o600 });
  }

  private linesFor(traceId: string): string[] {
    try {
      return readFileSync(this.fileFor(traceId), 'utf8').split('\n');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  /** Many small files: a hook reads one of them, not the whole list. */
  private fileFor(traceId: string): string {
    return join(this.folder, traceId.slice(0, 2));
  }
}
