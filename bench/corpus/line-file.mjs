import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const FLUSH_AT = 4_000_000;

/** A session file being written, in whole lines. `DirtyLineFile` damages some. */
export class LineFile {
  lines = { total: 0, read: 0, skipped: 0, blank: 0, recovered: 0 };
  bytes = 0;
  #fd;
  #waiting = [];
  #waitingBytes = 0;

  constructor(path) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true });
    this.#fd = openSync(path, 'w');
  }

  /** `facts.isPrompt`: the line starts a turn. */
  write(entry, _facts) {
    this.lines.read++;
    this.put(`${JSON.stringify(entry)}\n`);
    this.lines.total++;
  }

  put(text) {
    const bytes = Buffer.from(text);
    this.bytes += bytes.length;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > FLUSH_AT) this.#flush();
  }

  close(time) {
    this.#flush();
    closeSync(this.#fd);
    utimesSync(this.path, time / 1000, time / 1000);
  }

  #flush() {
    const bytes = Buffer.concat(this.#waiting);
    // A write may be partial.
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
