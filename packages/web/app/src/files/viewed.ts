import type { WrittenFile } from '../api/contract.js';
import { keep, kept } from '../session/kept-choice.js';

/** The files that the reader has marked as viewed. A file that changes again is not viewed any more. */
export class Viewed {
  private readonly key: string;
  private readonly names: Set<string>;
  private readonly listeners = new Set<() => void>();

  constructor(sessionId: string) {
    this.key = `viewed ${sessionId}`;
    this.names = new Set((kept(this.key) ?? '').split('\n').filter(Boolean));
  }

  has(file: WrittenFile): boolean {
    return this.names.has(nameOf(file));
  }

  toggle(file: WrittenFile): void {
    const name = nameOf(file);
    if (!this.names.delete(name)) this.names.add(name);
    keep(this.key, [...this.names].join('\n'));
    for (const listener of [...this.listeners]) listener();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

function nameOf({ path, added, removed, turns }: WrittenFile): string {
  return `${path.replaceAll('\n', ' ')} ${added} ${removed} ${turns.length}`;
}
