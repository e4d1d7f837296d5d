import { statSync } from 'node:fs';
import type { Events } from './events.js';

interface Watched {
  id: string;
  agentId: string | null;
  size: number;
  mtimeMs: number;
  /** When it was last requested. */
  asked: number;
}

const EVERY_MS = 300;
const FORGET_MS = 10 * 60_000;
const MAX = 50;

/**
 * Watches the files on screen by polling them a few times a second. That is reliable on every system and file system, and
 * costs nothing for so few files.
 */
export class FileWatch {
  private readonly files = new Map<string, Watched>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly events: Events) {
    this.timer = setInterval(() => this.look(), EVERY_MS);
    this.timer.unref();
  }

  /** Call when this file is on screen. */
  note(file: string, id: string, agentId: string | null): void {
    const known = this.files.get(file);
    if (known) {
      known.asked = performance.now();
      return;
    }
    const stamp = stampOf(file);
    if (!stamp) return;
    if (this.files.size >= MAX) this.forgetOldest();
    this.files.set(file, { id, agentId, ...stamp, asked: performance.now() });
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    if (this.events.count === 0) return;
    for (const [file, watched] of this.files) {
      const stamp = stampOf(file);
      if (stamp?.size === watched.size && stamp.mtimeMs === watched.mtimeMs) {
        if (performance.now() - watched.asked > FORGET_MS) this.files.delete(file);
        continue;
      }
      const { id, agentId } = watched;
      if (stamp) Object.assign(watched, stamp);
      else this.files.delete(file);
      this.events.tell({ type: 'session', id, agentId, bytes: stamp?.size ?? 0 });
    }
  }

  private forgetOldest(): void {
    const [oldest] = [...this.files].sort(([, a], [, b]) => a.asked - b.asked);
    if (oldest) this.files.delete(oldest[0]);
  }
}

function stampOf(file: string): { size: number; mtimeMs: number } | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats && { size: stats.size, mtimeMs: stats.mtimeMs };
}
