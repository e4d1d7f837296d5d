import type { AttributeValue } from '../span/span.js';
import type { Sender } from './resource.js';
import type { SentSpan } from './sent-span.js';
import { type Attributes, kindNumber, statusNumber } from './wire-numbers.js';

/**
 * An export request in OTLP's JSON: ids in lower-case hex, 64-bit numbers as strings, enums as numbers.
 * Spans come as JSON text already (see `spanJson`), since batches are cut by its size.
 */
export function requestJson(spans: readonly string[], sender: Sender): string {
  return `${headOf(sender)}${spans.join(',')}]}]}]}`;
}

const heads = new WeakMap<Sender, string>();

function headOf(sender: Sender): string {
  let head = heads.get(sender);
  if (head === undefined) {
    const resource = `{"resource":{"attributes":${keyValues(sender.resource)}}`;
    head = `{"resourceSpans":[${resource},"scopeSpans":[{"scope":${JSON.stringify(sender.scope)},"spans":[`;
    heads.set(sender, head);
  }
  return head;
}

const written = new WeakMap<SentSpan, string>();

/** Written once a span: it is hashed, measured and sent. */
export function spanJson(span: SentSpan): string {
  let json = written.get(span);
  if (json === undefined) {
    json = write(span);
    written.set(span, json);
  }
  return json;
}

function write(span: SentSpan): string {
  const { parentSpanId, status } = span;
  const parent = parentSpanId === undefined ? '' : `,"parentSpanId":${JSON.stringify(parentSpanId)}`;
  const message = status.message === undefined ? '' : `"message":${JSON.stringify(status.message)},`;
  const events = span.events.map(
    ({ name, timeUnixNano, attributes }) =>
      `{"timeUnixNano":"${timeUnixNano}","name":${JSON.stringify(name)},"attributes":${keyValues(attributes)}}`,
  );
  return (
    `{"traceId":${JSON.stringify(span.traceId)},"spanId":${JSON.stringify(span.spanId)}${parent}` +
    `,"name":${JSON.stringify(span.name)},"kind":${kindNumber(span.kind)}` +
    `,"startTimeUnixNano":"${span.startTimeUnixNano}","endTimeUnixNano":"${span.endTimeUnixNano}"` +
    `,"attributes":${keyValues(span.attributes)},"events":[${events.join(',')}]` +
    `,"status":{${message}"code":${statusNumber(status.code)}}}`
  );
}

/** Piece by piece: objects made only to be written would cost as much as the writing. */
function keyValues(attributes: Attributes): string {
  let json = '';
  // What a tool was given and what it said stands there twice, under the names of both conventions.
  const long = new Map<string, string>();
  for (const key in attributes) {
    const value = attributes[key];
    if (value === undefined) continue;
    json += json === '' ? '[' : ',';
    json += `{"key":${keyJson(key)},"value":`;
    if (typeof value === 'string' && value.length > LONG) {
      let text = long.get(value);
      if (text === undefined) {
        text = JSON.stringify(value);
        long.set(value, text);
      }
      json += `{"stringValue":${text}}}`;
    } else json += `${anyValue(value)}}`;
  }
  return json === '' ? '[]' : `${json}]`;
}

const LONG = 200;
const keys = new Map<string, string>();
const MOST_KEYS = 1000;

function keyJson(key: string): string {
  let json = keys.get(key);
  if (json === undefined) {
    json = JSON.stringify(key);
    if (keys.size < MOST_KEYS) keys.set(key, json);
  }
  return json;
}

function anyValue(value: AttributeValue): string {
  if (typeof value === 'string') return `{"stringValue":${JSON.stringify(value)}}`;
  if (typeof value === 'boolean') return `{"boolValue":${value}}`;
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? `{"intValue":"${value}"}` : `{"doubleValue":${JSON.stringify(value)}}`;
  return `{"arrayValue":{"values":[${value.map(anyValue).join(',')}]}}`;
}
