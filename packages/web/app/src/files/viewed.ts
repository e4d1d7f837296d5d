import { keep, kept } from '../session/kept-choice.js';
import type { ShownFile } from './shown-file.js';

/** The files that the reader has marked as viewed. A file that changes again is not viewed any more. */
export class Viewed {
  private readonly key: string;
  private readonly names: Set<string>;
  private readonly listeners = new Set<() => void>();

  /** `owner`: a session or a project. */
  constructor(owner: string) {
    this.key = `viewed ${owner}`;
    this.names = new Set((kept(this.key) ?? '').split('\n').filter(Boolean));
  }

  has(file: ShownFile): boolean {
    return this.names.has(nameOf(file));
  }

  toggle(file: ShownFile): void {
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

function nameOf({ path, version }: ShownFile): string {
  return `${path.replaceAll('\n', ' ')} ${version}`;
}
