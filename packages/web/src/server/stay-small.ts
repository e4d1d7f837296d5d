import { setFlagsFromString } from 'node:v8';

/**
 * V8 doubles the room for new objects with every burst of work and does not give it back. A server that answers now and
 * then does without: from here on the room stays as it is. Called when the index is built, which is the one burst that
 * gains by it.
 */
export function staySmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
