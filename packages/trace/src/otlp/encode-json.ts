import { hash } from 'node:crypto';
import type { Attributes, AttributeValue } from '../span/span.js';
import { JsonBytes } from './json-bytes.js';
import type { Sender } from './resource.js';
import type { SentSpan } from './sent-span.js';
import { kindNumber, statusNumber } from './wire-numbers.js';

/** A span in OTLP's JSON, and a hash of it. */
export interface EncodedSpan {
  bytes: Buffer;
  mark: string;
}

const MARK_DIGITS = 22;
const writer = new JsonBytes();
const encoded = new WeakMap<SentSpan, EncodedSpan>();

/** Encodes each span once; comparing, measuring and sending use the same bytes. */
export function encodedSpan(span: SentSpan): EncodedSpan {
  let made = encoded.get(span);
  if (made === undefined) {
    addSpan(writer, span);
    const bytes = writer.take();
    made = { bytes, mark: hash('sha256', bytes, 'base64url').slice(0, MARK_DIGITS) };
    encoded.set(span, made);
  }
  return made;
}

/** The total size before compression. */
export function encodedSize(spans: readonly SentSpan[]): number {
  return spans.reduce((size, span) => size + encodedSpan(span).bytes.length, 0);
}

export function requestJson(spans: readonly SentSpan[], sender: Sender): Buffer {
  const { head, end } = requestAround(sender);
  const parts: Buffer[] = [head];
  for (const span of spans) parts.push(encodedSpan(span).bytes, COMMA);
  if (spans.length > 0) parts.pop();
  return Buffer.concat([...parts, end]);
}

const COMMA = Buffer.from(',');

/** The parts of an export request before and after its spans. */
export function requestAround({ resource, scope }: Sender): { head: Buffer; end: Buffer } {
  writer.add('{"resourceSpans":[{"resource":{"attributes":');
  addKeyValues(writer, resource);
  writer.add(`},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[`);
  return { head: writer.take(), end: Buffer.from(']}]}]}') };
}

/** Ids in lower-case hex, 64-bit numbers as strings, enums as numbers. */
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
  span.events.forEach((event, at) => {
    json.add(`${at > 0 ? ',' : ''}{"timeUnixNano":"${event.timeUnixNano}","name":${JSON.stringify(event.name)}`);
    json.add(',"attributes":');
    addKeyValues(json, event.attributes);
    json.add('}');
  });
  json.add(`],"status":{${message}"code":${statusNumber(status.code)}}}`);
}

function addKeyValues(json: JsonBytes, attributes: Attributes): void {
  let before = '[';
  for (const key in attributes) {
    const value = attributes[key];
    if (value === undefined) continue;
    json.add(before + headOf(key));
    addAnyValue(json, value);
    json.add('}');
    before = ',';
  }
  json.add(before === ',' ? ']' : '[]');
}

const heads = new Map<string, string>();

/** Cached, since there are few different keys. */
function headOf(key: string): string {
  let head = heads.get(key);
  if (head === undefined) {
    head = `{"key":${JSON.stringify(key)},"value":`;
    heads.set(key, head);
  }
  return head;
}

function addAnyValue(json: JsonBytes, value: AttributeValue): void {
  if (typeof value === 'string') {
    json.add('{"stringValue":');
    json.addText(value);
    json.add('}');
  } else if (typeof value === 'boolean') json.add(`{"boolValue":${value}}`);
  else if (typeof value === 'object') {
    const values = value.map((each) => `{"stringValue":${JSON.stringify(each)}}`);
    json.add(`{"arrayValue":{"values":[${values.join(',')}]}}`);
  } else if (Number.isSafeInteger(value)) json.add(`{"intValue":"${value}"}`);
  else json.add(`{"doubleValue":${JSON.stringify(value)}}`);
}
