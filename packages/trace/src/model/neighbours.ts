import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readLines } from '@unspool/session';
import { isSessionId } from '@unspool/session/locate';
import { RepliesOfFiles } from './replies-of-files.js';

/** A session in the same folder, and the first time in it. */
export interface Relative {
  file: string;
  sessionId: string;
  begin: number;
}

/**
 * Finds sessions in the same folder that may be copies of one another: their conversations begin with a line of the same
 * time. The first lines of each file are read once, so callers that trace many sessions should share one instance.
 */
export class Neighbours {
  readonly replies = new RepliesOfFiles();
  private readonly heads = new Map<string, Head | undefined>();
  private readonly folders = new Map<string, Map<number, Relative[]>>();

  relativesOf(file: string): Relative[] {
    const path = resolve(file);
    const folder = dirname(path);
    let byRoot = this.folders.get(folder);
    if (!byRoot) {
      byRoot = this.look(folder);
      this.folders.set(folder, byRoot);
    }
    const root = this.head(path)?.root;
    return root === undefined ? [] : (byRoot.get(root) ?? []).filter((relative) => relative.file !== path);
  }

  /** The relatives that began earlier: possible origins of a copy. */
  eldersOf(file: string): Relative[] {
    const own = this.head(resolve(file))?.begin ?? Number.NaN;
    return this.relativesOf(file).filter(({ begin }) => begin < own);
  }

  private look(folder: string): Map<number, Relative[]> {
    const byRoot = new Map<number, Relative[]>();
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const { name } = entry;
      const sessionId = basename(name, '.jsonl');
      // Reading from a pipe or a device with such a name could block forever.
      if (sessionId === name || !isSessionId(sessionId) || !entry.isFile()) continue;
      const file = join(folder, name);
      const head = this.head(file);
      if (!head) continue;
      const relative = { file, sessionId, begin: head.begin };
      const others = byRoot.get(head.root);
      if (others) others.push(relative);
      else byRoot.set(head.root, [relative]);
    }
    return byRoot;
  }

  private head(file: string): Head | undefined {
    if (!this.heads.has(file)) this.heads.set(file, headOf(file));
    return this.heads.get(file);
  }
}

interface Head {
  begin: number;
  /** The time of the first line with a uuid. */
  root: number;
}

const HEAD_LINES = 60;

function headOf(file: string): Head | undefined {
  let begin = Number.NaN;
  let count = 0;
  try {
    for (const line of readLines(file, { chunkBytes: 16 * 1024 })) {
      for (const { timestamp, uuid } of line.objects) {
        const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
        if (Number.isNaN(time)) continue;
        if (Number.isNaN(begin)) begin = time;
        if (uuid !== undefined) return { begin, root: time };
      }
      if (++count >= HEAD_LINES) return undefined;
    }
  } catch (error) {
    // The file is gone or cannot be read.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
  }
  return undefined;
}
