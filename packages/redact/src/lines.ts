import type { Finder } from './find-secrets.js';
import type { Span } from './finding.js';

/**
 * Replaces what is a secret only in several lines together, as in a list with one string a line: a private key, a name and
 * its value below. What is a secret within one line is left to whoever reads the lines one by one.
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
    // From the last to the first, so that places before a change stay where they are.
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
