import { RawValue } from '@unspool/session';
import { AttributeKey, FixedAttributes } from '../span/attribute-key.js';
import type { Label } from '../span/json-text.js';
import { jsonOf, type RawText } from '../span/raw-text.js';
import type { SpanHead, SpanOutput, TraceFacts } from '../span/span-output.js';
import { commonJson, numberJson } from './encode-json.js';
import { SpanKernel } from './span-kernel.js';
import { KINDS, kindNumber, STATUS } from './wire-numbers.js';

/** Spans in OTLP's JSON, one behind the other, and of each a line that tells of it (see packed-spans.ts). */
export interface WrittenSpans {
  bytes: Buffer<ArrayBuffer>;
  facts: string;
}

// The signs of assembly/span-bytes.ts.
const COPIED = '\u0001' as const;
const QUOTED = '\u0002' as const;
const REPEATED = '\u0003';
const SPAN_END = '\u0004';

/** So much is put together at once, at most, and one span more. */
const MOST_TEXT = 512 * 1024;
const MOST_PIECES = 16 * 1024;
const MOST_SPANS = 8 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;
/** So many pieces are looked through for one that stands there again. */
const LAST_PIECES = 8;

/**
 * Writes spans as they are told, without making objects of them: what was said is copied from where it stands in the
 * transcript. Says the same as `encodedSpan` of a `SpanList`'s spans.
 */
export class SpanBytes implements SpanOutput {
  private readonly kernel = new SpanKernel();
  private json = '';
  private spans = 0;
  private pieces = 0;
  /** What the pieces can become, at most. */
  private pieceBytes = 0;
  private readonly lastPieces: LastPiece[] = [];
  private tail = '';
  private written: WrittenSpans[] = [];
  private facts: TraceFacts | undefined;
  private common = '';

  /** For files: what is read into it can be copied at once. */
  get room(): Buffer<ArrayBuffer> {
    return this.kernel.room;
  }

  begin(facts: TraceFacts, head: SpanHead): void {
    if (facts !== this.facts) {
      this.facts = facts;
      this.common = commonJson(facts.common);
    }
    const { spanId, parentSpanId, kind, name, startTimeUnixNano, endTimeUnixNano } = head;
    const parent = parentSpanId === undefined ? '' : `","parentSpanId":"${parentSpanId}`;
    this.json +=
      `{"traceId":"${facts.traceId}","spanId":"${spanId}${parent}","name":${name.json},"kind":${kindNumber(kind)}` +
      `,"startTimeUnixNano":"${startTimeUnixNano}","endTimeUnixNano":"${endTimeUnixNano}","attributes":[${this.common}`;
    this.tail = `${tailOf(head)}${SPAN_END}${spanId}${KINDS.indexOf(kind)}`;
  }

  fixed({ json }: FixedAttributes): void {
    this.json += json;
  }

  text({ textHead }: AttributeKey, value: string | RawText | undefined): void {
    if (value === undefined) return;
    this.json += textHead;
    if (typeof value === 'string') this.json += JSON.stringify(value);
    else this.rawText(value);
    this.json += '}}';
  }

  label({ textHead }: AttributeKey, value: Label | undefined): void {
    if (value !== undefined) this.json += `${textHead}${value.json}}}`;
  }

  labels({ head }: AttributeKey, values: readonly Label[]): void {
    const list = values.map(({ json }) => `{"stringValue":${json}}`);
    this.json += `${head}{"arrayValue":{"values":[${list.join(',')}]}}}`;
  }

  number({ head }: AttributeKey, value: number | undefined): void {
    if (value !== undefined) this.json += `${head}${numberJson(value)}}`;
  }

  end(): void {
    this.json += this.tail;
    this.spans++;
    const isFull =
      this.json.length > MOST_TEXT ||
      this.pieces > MOST_PIECES ||
      this.pieceBytes > MOST_BYTES ||
      this.spans > MOST_SPANS;
    if (isFull) this.assemble();
  }

  /** All that was told since the last time, in memory of its own. */
  take(): WrittenSpans {
    this.assemble();
    const { written } = this;
    this.written = [];
    const [only] = written;
    if (only && written.length === 1) return only;
    return {
      bytes: Buffer.concat(written.map(({ bytes }) => bytes)),
      facts: written.map(({ facts }) => facts).join(''),
    };
  }

  /** What was told of a turn that could not be told to its end. */
  drop(): void {
    this.written = [];
    this.forget();
  }

  private rawText({ kind, pieces }: RawText): void {
    if (kind === 'text') {
      for (const piece of pieces) this.piece(piece as RawValue, COPIED);
      return;
    }
    this.json += '"';
    for (const piece of pieces) {
      if (piece instanceof RawValue) this.piece(piece, QUOTED);
      else this.json += piece.quoted;
    }
    this.json += '"';
  }

  private piece(value: RawValue, sign: Sign): void {
    const { kernel, pieces, lastPieces } = this;
    if (!kernel.holds(value.bytes)) {
      this.json += sign === COPIED ? jsonOf(value) : JSON.stringify(jsonOf(value)).slice(1, -1);
      return;
    }
    this.pieces++;
    this.pieceBytes += value.length * 2;
    const earlier = lastPieces.find((last) => last.value === value && last.sign === sign);
    if (earlier) {
      this.json += REPEATED;
      kernel.pieces[pieces * 2] = earlier.at;
      return;
    }
    this.json += sign;
    const { byteOffset } = value.bytes;
    kernel.pieces[pieces * 2] = byteOffset + value.start;
    kernel.pieces[pieces * 2 + 1] = byteOffset + value.end;
    if (lastPieces.length >= LAST_PIECES) lastPieces.shift();
    lastPieces.push({ value, sign, at: pieces });
  }

  private assemble(): void {
    if (this.spans === 0) return;
    const { spans, facts } = this.kernel.assemble(this.json);
    const bytes = Buffer.allocUnsafeSlow(spans.length);
    spans.copy(bytes);
    this.written.push({ bytes, facts });
    this.forget();
  }

  private forget(): void {
    this.json = '';
    this.spans = 0;
    this.pieces = 0;
    this.pieceBytes = 0;
    this.lastPieces.length = 0;
  }
}

type Sign = typeof COPIED | typeof QUOTED;

interface LastPiece {
  value: RawValue;
  sign: Sign;
  at: number;
}

/** What stands behind the attributes. */
function tailOf({ kind, failure, endTimeUnixNano }: SpanHead): string {
  if (failure === undefined) return `],"events":[],"status":{"code":${STATUS.unset}}}`;
  const message = JSON.stringify(failure);
  return (
    `${LEVEL.json}${STATUS_MESSAGE.textHead}${message}}}],"events":[{"timeUnixNano":"${endTimeUnixNano}","name":"exception"` +
    `,"attributes":[{"key":"exception.type","value":{"stringValue":"${kind}_error"}}` +
    `,{"key":"exception.message","value":{"stringValue":${message}}}]}],"status":{"message":${message},"code":${STATUS.error}}}`
  );
}

const LEVEL = new FixedAttributes({ 'langfuse.observation.level': 'ERROR' });
const STATUS_MESSAGE = new AttributeKey('langfuse.observation.status_message');
