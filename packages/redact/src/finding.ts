/** One secret in a text: `text.slice(start, end)`. */
export interface Finding {
  kind: string;
  start: number;
  end: number;
}

/**
 * A finding inside the scanner. For a secret inside base64, it covers the whole encoded block and has a function that
 * encodes the block again, so that the result stays decodable.
 */
export interface Span extends Finding {
  encoded?: EncodedBlock;
  /** Found by its name, not by its form. The form determines the kind better. */
  byName?: true;
}

export interface EncodedBlock {
  decoded: string;
  spans: Span[];
  encode(decoded: string): string;
}

/** Sorts findings and merges those that overlap, so that no part of a secret remains. */
export function joinOverlaps(spans: Span[]): Span[] {
  if (spans.length < 2) return spans;
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (!last || span.start >= last.end) joined.push(span);
    else joined[joined.length - 1] = union(last, span);
  }
  return joined;
}

function union(first: Span, second: Span): Span {
  const end = Math.max(first.end, second.end);
  const better = kindOfUnion(first, second);
  if (better.start === first.start && better.end === end) return better;
  return { kind: better.kind, start: first.start, end, ...(better.byName ? { byName: true } : {}) };
}

/** If a finding by form makes up most of the union, its kind wins. A cookie header that contains a JWT stays a cookie. */
function kindOfUnion(first: Span, second: Span): Span {
  const [named, formed] = first.byName ? [first, second] : [second, first];
  if (!named.byName || formed.byName) return first;
  const plain = (formed.end - formed.start) * 4 >= (named.end - named.start) * 3 && !formed.encoded;
  return plain ? formed : named;
}
