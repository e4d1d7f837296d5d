import type { LiveEvent } from '../view/routes.js';

/** The pages that are notified of changes. */
export class Events {
  private readonly listeners = new Set<(event: LiveEvent) => void>();

  get count(): number {
    return this.listeners.size;
  }

  listen(listener: (event: LiveEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell(event: LiveEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}
