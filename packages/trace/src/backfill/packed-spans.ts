import { MadeSpan, type PackedSpans, SIZE_AT } from '../otlp/made-span.js';

export function unpackSpans(packed: PackedSpans): MadeSpan[] {
  const { facts } = packed;
  const spans: MadeSpan[] = [];
  let start = 0;
  for (let line = 0; line < facts.length; ) {
    const end = facts.indexOf('\n', line + SIZE_AT);
    const size = Number(facts.substring(line + SIZE_AT, end));
    spans.push(new MadeSpan(packed, line, start, size));
    start += size;
    line = end + 1;
  }
  return spans;
}
