import type { Sink } from '../../write/sink.js';
import type { PathRule } from './path-rules.js';
import type { TextForm } from './path-spelling.js';
import { type Span, thoughtsIn } from './protected-text.js';
import { PathFinder } from './rewrite-text.js';

/** A long line is searched in windows. The margin around each shows whether a path starts or continues there. */
const WINDOW = 1024 * 1024;
const MARGIN = 8192;

/** Changes paths in bytes. Everything else stays unchanged, including signed thoughts. */
export class PathRewriter {
  /** How many paths were changed. */
  count = 0;
  private readonly finders: Record<TextForm, PathFinder>;

  constructor(rules: readonly PathRule[]) {
    this.finders = { json: new PathFinder(rules, 'json'), plain: new PathFinder(rules, 'plain') };
  }

  write(bytes: Buffer, form: TextForm, sink: Sink): void {
    const finder = this.finders[form];
    let thoughts: Span[] | undefined;
    let written = 0;
    let at = 0;
    while (at < bytes.length) {
      const first = Math.max(0, at - MARGIN);
      const last = Math.min(bytes.length, at + WINDOW);
      const text = bytes.toString('latin1', first, last + MARGIN);
      for (let change = finder.next(text, at - first, last - first); change; ) {
        thoughts ??= form === 'json' ? thoughtsIn(bytes) : [];
        const from = first + change.start;
        if (!thoughts.some((thought) => thought.start < from && from < thought.end)) {
          sink.write(bytes.subarray(written, from));
          sink.write(Buffer.from(change.text, 'latin1'));
          written = first + change.end;
          this.count++;
        }
        at = first + change.end;
        change = finder.next(text, change.end, last - first);
      }
      at = Math.max(at, last);
    }
    if (written < bytes.length) sink.write(bytes.subarray(written));
  }

  /** For a short text, such as a title or the content of a small file. */
  text(text: string, form: TextForm): string {
    const { text: changed, count } = this.finders[form].rewrite(Buffer.from(text).toString('latin1'));
    this.count += count;
    return Buffer.from(changed, 'latin1').toString();
  }
}
