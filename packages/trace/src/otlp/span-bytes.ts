import type { RawValue } from '@unspool/session';
import { AttributeKey, FixedAttributes } from '../span/attribute-key.js';
import { type FixedJson, FixedText, newSign } from '../span/fixed-text.js';
import type { Label } from '../span/json-text.js';
import { jsonOf, type RawText } from '../span/raw-text.js';
import type { SpanKind } from '../span/span.js';
import type { SpanHead, SpanOutput, TraceFacts } from '../span/span-output.js';
import { commonJson, numberJson } from './encode-json.js';
import type { PackedSpans } from './made-span.js';
import { SpanKernel } from './span-kernel.js';
import { KINDS, kindNumber, STATUS } from './wire-numbers.js';

/** Before they go to another thread. */
export interface WrittenSpans extends PackedSpans {
  bytes: Buffer<ArrayBuffer>;
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
const MOST_BYTES = 4 * 1024 * 1024;
/** So many pieces are looked through for one that stands there again. */
const LAST_PIECES = 8;

/**
 * Writes spans as they are told, without making objects of them: what was said is copied from where it stands in the
 * transcript. Says the same as `encodedSpan` of a `SpanList`'s spans.
 */
export class SpanBytes implements SpanOutput {
  private readonly kernel: SpanKernel;
  private json = '';
  private spans = 0;
  private pieces = 0;
  /** What the pieces can become, at most. */
  private pieceBytes = 0;
  private readonly lastPieces: LastPiece[] = [];
  private copied = 0;
  private tail = '';
  private written: WrittenSpans[] = [];
  private facts: TraceFacts | undefined;
  private turnHead = '';
  private turnCommon = '';

  /** `roomBytes`: how much of files can be copied from where it was read to; the rest is copied as text. */
  constructor(roomBytes: number) {
    this.kernel = new SpanKernel(roomBytes);
  }

  /** For files: what is read into it can be copied at once. */
  get room(): Buffer<ArrayBuffer> {
    return this.kernel.room;
  }

  begin(facts: TraceFacts, head: SpanHead): void {
    if (facts !== this.facts) this.beginTurn(facts);
    const { spanId, parentSpanId, kind, name, startTimeUnixNano, endTimeUnixNano, failure } = head;
    this.json += this.turnHead + spanId;
    if (parentSpanId !== undefined) this.json += PARENT.sign + parentSpanId;
    this.json +=
      NAME.sign + name.json + START[kind].sign + startTimeUnixNano + END.sign + endTimeUnixNano + this.turnCommon;
    const tail = failure === undefined ? TAIL.sign : failedTail(head, failure);
    this.tail = tail + SPAN_END + spanId + NUMBER[kind];
  }

  private beginTurn(facts: TraceFacts): void {
    this.assemble();
    this.facts = facts;
    const head = `{"traceId":"${facts.traceId}","spanId":"`;
    const common = `","attributes":[${commonJson(facts.common)}`;
    const { kernel } = this;
    kernel.forgetTurn();
    this.turnHead = kernel.setTurnText(TURN_HEAD, head) ? TURN_HEAD : head;
    this.turnCommon = kernel.setTurnText(TURN_COMMON, common) ? TURN_COMMON : common;
  }

  fixed({ all }: FixedAttributes): void {
    this.json += all.sign;
  }

  text({ textHead }: AttributeKey, value: string | RawText | undefined): void {
    if (value === undefined) return;
    this.json += textHead.sign;
    if (typeof value === 'string') this.json += JSON.stringify(value);
    else this.rawText(value);
    this.json += '}}';
  }

  label({ textHead }: AttributeKey, value: Label | undefined): void {
    if (value !== undefined) this.json += `${textHead.sign}${value.json}}}`;
  }

  labels({ head }: AttributeKey, values: readonly Label[]): void {
    this.json += `${head.sign}{"arrayValue":{"values":[`;
    let before = '{"stringValue":';
    for (const { json } of values) {
      this.json += `${before}${json}}`;
      before = ',{"stringValue":';
    }
    this.json += ']}}}';
  }

  number({ head }: AttributeKey, value: number | undefined): void {
    if (value !== undefined) this.json += `${head.sign}${numberJson(value)}}`;
  }

  digits({ textHead }: AttributeKey, value: number): void {
    this.json += `${textHead.sign}"${value}"}}`;
  }

  details({ textHead }: AttributeKey, names: readonly FixedJson[], values: readonly number[]): void {
    this.json += `${textHead.sign}"`;
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? 0;
      this.json += `${names[at]?.quotedSign}${Number.isFinite(value) ? value : null}`;
    }
    this.json += '}"}}';
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
    if (kind === 'json') this.json += '"';
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at];
      if (piece === undefined) continue;
      if (piece.json === undefined) this.piece(piece, kind === 'json' ? QUOTED : COPIED);
      else this.json += piece.quotedSign;
    }
    if (kind === 'json') this.json += '"';
  }

  private piece(value: RawValue, sign: Sign): void {
    const { kernel, pieces, lastPieces } = this;
    if (!kernel.holds(value.bytes)) {
      this.json += sign === COPIED ? jsonOf(value) : JSON.stringify(jsonOf(value)).slice(1, -1);
      return;
    }
    this.pieces++;
    this.pieceBytes += value.length * 2;
    for (let at = 0; at < lastPieces.length; at++) {
      const last = lastPieces[at];
      if (last?.value !== value || last.sign !== sign) continue;
      this.json += REPEATED;
      kernel.pieces[pieces * 2] = last.at;
      return;
    }
    this.json += sign;
    const { byteOffset } = value.bytes;
    kernel.pieces[pieces * 2] = byteOffset + value.start;
    kernel.pieces[pieces * 2 + 1] = byteOffset + value.end;
    lastPieces[this.copied++ % LAST_PIECES] = { value, sign, at: pieces };
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
    this.copied = 0;
  }
}

type Sign = typeof COPIED | typeof QUOTED;

interface LastPiece {
  value: RawValue;
  sign: Sign;
  at: number;
}

const TURN_HEAD = newSign();
const TURN_COMMON = newSign();
const PARENT = new FixedText('","parentSpanId":"');
const NAME = new FixedText('","name":');
const START = Object.fromEntries(
  KINDS.map((kind) => [kind, new FixedText(`,"kind":${kindNumber(kind)},"startTimeUnixNano":"`)]),
) as Record<SpanKind, FixedText>;
const NUMBER = Object.fromEntries(KINDS.map((kind, at) => [kind, String(at)])) as Record<SpanKind, string>;
const END = new FixedText('","endTimeUnixNano":"');
const TAIL = new FixedText(`],"events":[],"status":{"code":${STATUS.unset}}}`);
const LEVEL = new FixedAttributes({ 'langfuse.observation.level': 'ERROR' });
const STATUS_MESSAGE = new AttributeKey('langfuse.observation.status_message');

function failedTail({ kind, endTimeUnixNano }: SpanHead, failure: string): string {
  const message = JSON.stringify(failure);
  return (
    `${LEVEL.all.sign}${STATUS_MESSAGE.textHead.sign}${message}}}],"events":[{"timeUnixNano":"${endTimeUnixNano}","name":"exception"` +
    `,"attributes":[{"key":"exception.type","value":{"stringValue":"${kind}_error"}}` +
    `,{"key":"exception.message","value":{"stringValue":${message}}}]}],"status":{"message":${message},"code":${STATUS.error}}}`
  );
}
