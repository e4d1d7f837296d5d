import type { Span } from '../../src/index.js';

const SHOWN = 70;

/** Spans as readable lines: children below their parents, with everything that a backend stores. */
export function spanTree(spans: readonly Span[]): string {
  const children = new Map<string | undefined, Span[]>();
  for (const span of spans) children.set(span.parentSpanId, [...(children.get(span.parentSpanId) ?? []), span]);
  const lines: string[] = [];
  const add = (span: Span, depth: number) => {
    lines.push(`${'  '.repeat(depth)}${lineOf(span)}`);
    for (const detail of detailsOf(span)) lines.push(`${'  '.repeat(depth + 2)}${detail}`);
    for (const child of children.get(span.spanId) ?? []) add(child, depth + 1);
  };
  for (const span of children.get(undefined) ?? []) add(span, 0);
  return `${lines.join('\n')}\n`;
}

function lineOf(span: Span): string {
  const start = new Date(Number(BigInt(span.startTimeUnixNano) / 1_000_000n)).toISOString();
  const ms = (BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1_000_000n;
  const ids = span.parentSpanId === undefined ? `${span.traceId} ${span.spanId}` : span.spanId;
  const status = span.status.code === 'unset' ? '' : ` ${span.status.code}`;
  return `${span.kind} ${span.name}${status} | ${ids} | ${start} +${ms} ms`;
}

function detailsOf({ attributes, events }: Span): string[] {
  const names = Object.keys(attributes).sort();
  return [
    ...names.filter((name) => !COMMON.test(name)).map((name) => `${name} = ${short(JSON.stringify(attributes[name]))}`),
    ...events.map((event) => `! ${event.name} ${short(JSON.stringify(event.attributes))}`),
  ];
}

/** The same on every span. */
const COMMON = /^(langfuse\.trace\.(name|tags|metadata\.(source|turn_number|session_id))|gen_ai\.provider\.name)$/;

function short(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length})`;
}
