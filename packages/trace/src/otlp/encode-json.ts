import { RawText } from '../span/raw-text.js';
import type { AttributeValue } from '../span/span.js';
import { JsonBytes } from './json-bytes.js';
import type { Sender } from './resource.js';
import type { EncodedSpan, SentSpan } from './sent-span.js';
import { type Attributes, kindNumber, statusNumber } from './wire-numbers.js';

/**
 * An export request in OTLP's JSON: ids in lower-case hex, 64-bit numbers as strings, enums as numbers.
 * Spans come as bytes already (see `encodedSpan`), since batches are cut by their size.
 */
export function requestJson(spans: readonly Uint8Array[], sender: Sender): Buffer {
  const { head, end } = requestAround(sender);
  const parts: Uint8Array[] = [head];
  spans.forEach((span, at) => {
    if (at > 0) parts.push(COMMA);
    parts.push(span);
  });
  parts.push(end);
  return Buffer.concat(parts);
}

/** What stands before the spans of a request, and behind them. */
export function requestAround(sender: Sender): { head: Buffer; end: Buffer } {
  return { head: headOf(sender), end: REQUEST_END };
}

const COMMA = Buffer.from(',');
const REQUEST_END = Buffer.from(']}]}]}');
const heads = new WeakMap<Sender, Buffer>();

function headOf(sender: Sender): Buffer {
  let head = heads.get(sender);
  if (head === undefined) {
    const json = new JsonBytes();
    json.add('{"resourceSpans":[{"resource":{"attributes":');
    addKeyValues(json, sender.resource);
    json.add(`},"scopeSpans":[{"scope":${JSON.stringify(sender.scope)},"spans":[`);
    json.cut();
    head = json.take();
    heads.set(sender, head);
  }
  return head;
}

const encoded = new WeakMap<SentSpan, EncodedSpan>();
const writer = new JsonBytes();

/** Written once a span: it is compared, measured and sent. */
export function encodedSpan(span: SentSpan): EncodedSpan {
  return span.encoded ?? encodedHere(span);
}

/** Of all of them, before anything is packed. */
export function encodedSize(spans: readonly SentSpan[]): number {
  let size = 0;
  for (const span of spans) size += encodedSpan(span).size;
  return size;
}

function encodedHere(span: SentSpan): EncodedSpan {
  let made = encoded.get(span);
  if (made === undefined) {
    const { bytes, pieces } = encodedSpans([span]);
    made = { bytes, size: bytes.length, mark: pieces[0]?.mark ?? '' };
    encoded.set(span, made);
  }
  return made;
}

/** Many spans in one piece of memory, which can be given to another thread. */
export function encodedSpans(spans: readonly SentSpan[]): {
  bytes: Buffer<ArrayBuffer>;
  pieces: { length: number; mark: string }[];
} {
  const pieces = spans.map((span) => {
    addSpan(writer, span);
    return writer.cut();
  });
  return { bytes: writer.take(), pieces };
}

/** Piece by piece: objects made only to be written would cost as much as the writing. */
function addSpan(json: JsonBytes, span: SentSpan): void {
  const { parentSpanId, status } = span;
  const parent = parentSpanId === undefined ? '' : `,"parentSpanId":${JSON.stringify(parentSpanId)}`;
  const message = status.message === undefined ? '' : `"message":${JSON.stringify(status.message)},`;
  json.add(
    `{"traceId":${JSON.stringify(span.traceId)},"spanId":${JSON.stringify(span.spanId)}${parent}` +
      `,"name":${JSON.stringify(span.name)},"kind":${kindNumber(span.kind)}` +
      `,"startTimeUnixNano":"${span.startTimeUnixNano}","endTimeUnixNano":"${span.endTimeUnixNano}","attributes":`,
  );
  addKeyValues(json, span.attributes);
  json.add(',"events":[');
  span.events.forEach(({ name, timeUnixNano, attributes }, at) => {
    json.add(`${at > 0 ? ',' : ''}{"timeUnixNano":"${timeUnixNano}","name":${JSON.stringify(name)},"attributes":`);
    addKeyValues(json, attributes);
    json.add('}');
  });
  json.add(`],"status":{${message}"code":${statusNumber(status.code)}}}`);
}

function addKeyValues(json: JsonBytes, attributes: Attributes): void {
  let before = '[';
  for (const key in attributes) {
    const value = attributes[key];
    if (value === undefined) continue;
    const isRaw = value instanceof RawText;
    if (isRaw || (typeof value === 'string' && value.length > LONG)) {
      json.add(`${before}{"key":${keyOf(key).json},"value":{"stringValue":`);
      if (isRaw) json.addRaw(value);
      else json.addLong(value);
      json.add('}}');
    } else json.add(before + pairOf(key, value));
    before = ',';
  }
  json.add(before === ',' ? ']' : '[]');
}

const LONG = 200;

/** A key, and what it was last written with: spans of a turn say much the same, one after the other. */
interface KnownKey {
  json: string;
  value: AttributeValue | undefined;
  pair: string;
}

const keys = new Map<string, KnownKey>();
const MOST_KEYS = 1000;

function keyOf(key: string): KnownKey {
  let known = keys.get(key);
  if (known === undefined) {
    known = { json: JSON.stringify(key), value: undefined, pair: '' };
    if (keys.size < MOST_KEYS) keys.set(key, known);
  }
  return known;
}

function pairOf(key: string, value: AttributeValue): string {
  const known = keyOf(key);
  if (known.value !== value) {
    known.pair = `{"key":${known.json},"value":${anyValue(value)}}`;
    // A list may be changed and stay the same list.
    known.value = typeof value === 'object' ? undefined : value;
  }
  return known.pair;
}

function anyValue(value: AttributeValue): string {
  if (typeof value === 'string') return `{"stringValue":${JSON.stringify(value)}}`;
  if (typeof value === 'boolean') return `{"boolValue":${value}}`;
  if (typeof value === 'number') return numberJson(value);
  return `{"arrayValue":{"values":[${value.map(anyValue).join(',')}]}}`;
}

export function numberJson(value: number): string {
  return Number.isSafeInteger(value) ? `{"intValue":"${value}"}` : `{"doubleValue":${JSON.stringify(value)}}`;
}

/** Attributes one behind the other, without what stands around all of them. */
export function commonJson(attributes: Readonly<Record<string, AttributeValue>>): string {
  return Object.entries(attributes)
    .map(([key, value]) => pairOf(key, value))
    .join(',');
}
