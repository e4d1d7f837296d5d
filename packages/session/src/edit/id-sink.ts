import type { Sink } from '../write/sink.js';
import { readyLine } from './clone-file.js';
import type { FreshIds } from './fresh-ids.js';

/** Gives every line that goes through it the new ids. Takes whole lines. */
export class IdSink implements Sink {
  constructor(
    private readonly ids: FreshIds,
    private readonly sink: Sink,
  ) {}

  write(bytes: Uint8Array): void {
    const line = readyLine(Buffer.from(bytes), this.ids);
    if (line) this.sink.write(line);
  }
}
