import { MadeSpan } from '../otlp/made-span.js';
import { KINDS } from '../otlp/wire-numbers.js';

/** Spans on their way from thread to thread, as `SpanBytes` writes them. */
export interface PackedSpans {
  /** Of each span a line: id, mark, kind and how many bytes are its. An object a span would take far longer to send. */
  facts: string;
  bytes: Buffer<ArrayBuffer>;
}

const ID_DIGITS = 16;
const MARK_DIGITS = 22;
const KIND_AT = ID_DIGITS + MARK_DIGITS;

export function unpackSpans({ facts, bytes }: { facts: string; bytes: Uint8Array<ArrayBuffer> }): MadeSpan[] {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = 0;
  const lines = facts.split('\n');
  lines.pop();
  return lines.map((line) => {
    const start = end;
    end += Number(line.slice(KIND_AT + 1));
    const kind = KINDS[Number(line[KIND_AT])] ?? 'event';
    const made = { spanId: line.slice(0, ID_DIGITS), mark: line.slice(ID_DIGITS, KIND_AT), kind };
    return new MadeSpan(made, whole.subarray(start, end));
  });
}
