import type { Finder } from './find-secrets.js';
import type { Span } from './finding.js';

/**
 * Replaces secrets that span several lines of a list with one string per line: a private key, or a name with its value
 * below. Secrets within one line are left to the caller, which reads each line by itself.
 */
export function replaceInLines(
  lines: readonly string[],
  find: Finder,
  replacement: (kind: string, secret: string) => string,
): readonly string[] {
  const text = lines.join('\n');
  const spans = find(text);
  if (spans.length === 0) return lines;
  let start = 0;
  return lines.map((line) => {
    const from = start;
    start += line.length + 1;
    let changed = line;
    // From last to first, so that a change does not shift the spans still to come.
    for (const span of spans.filter((each) => touches(each, from, line)).reverse()) {
      const [first, last] = [Math.max(0, span.start - from), Math.min(line.length, span.end - from)];
      const isWhole = span.start >= from && span.end <= from + line.length;
      if (isWhole && find(line).some((each) => each.start < last && first < each.end)) continue;
      changed =
        changed.slice(0, first) + replacement(span.kind, text.slice(span.start, span.end)) + changed.slice(last);
    }
    return changed;
  });
}

const touches = (span: Span, from: number, line: string) => span.start < from + line.length && span.end > from;
