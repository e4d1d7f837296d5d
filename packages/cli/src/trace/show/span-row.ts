import type { Span } from '@unspool/trace';

/** A span to draw: its position in the tree, and the sums of everything below it. */
export interface SpanRow {
  span: Span;
  /** The lines of the tree to its left. */
  lead: string;
  /** Milliseconds. */
  start: number;
  end: number;
  /** Its own. */
  used: Used;
  /** Including everything below it. */
  all: Used;
}

export interface Used {
  input: number;
  output: number;
  /** US dollars; undefined if nothing has a price. */
  cost: number | undefined;
}

/** The spans of a turn in the order in which they are drawn: children below their parents, by time. */
export function rowsOf(spans: readonly Span[]): SpanRow[] {
  const children = childrenOf(spans);
  const rows: SpanRow[] = [];
  // With an explicit stack, because sub-agents can nest deeply.
  const waiting = (children.get(undefined) ?? []).map((span) => ({ span, lead: '', below: '' })).reverse();
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const { span, lead, below } = at;
    rows.push(rowOf(span, lead));
    const inner = (children.get(span.spanId) ?? []).toReversed();
    inner.forEach((child, index) => {
      const [turn, line] = index === 0 ? ['└ ', '  '] : ['├ ', '│ '];
      waiting.push({ span: child, lead: below + turn, below: below + line });
    });
  }
  return withSums(rows);
}

function childrenOf(spans: readonly Span[]): Map<string | undefined, Span[]> {
  const children = new Map<string | undefined, Span[]>();
  for (const span of spans) {
    const siblings = children.get(span.parentSpanId);
    if (siblings) siblings.push(span);
    else children.set(span.parentSpanId, [span]);
  }
  for (const siblings of children.values()) siblings.sort(byTime);
  return children;
}

/** Children come after their parents, so a pass from the end adds each one to its parent. */
function withSums(rows: SpanRow[]): SpanRow[] {
  const byId = new Map(rows.map((row) => [row.span.spanId, row]));
  for (const row of rows.toReversed()) {
    const parent = byId.get(row.span.parentSpanId ?? '');
    if (!parent) continue;
    parent.all.input += row.all.input;
    parent.all.output += row.all.output;
    if (row.all.cost !== undefined) parent.all.cost = (parent.all.cost ?? 0) + row.all.cost;
  }
  return rows;
}

function rowOf(span: Span, lead: string): SpanRow {
  const number = (name: string) => {
    const value = span.attributes[name];
    return typeof value === 'number' ? value : undefined;
  };
  const used = {
    input: number('gen_ai.usage.input_tokens') ?? 0,
    output: number('gen_ai.usage.output_tokens') ?? 0,
    cost: number('gen_ai.usage.cost'),
  };
  const end = milliseconds(span.endTimeUnixNano);
  return { span, lead, start: startOf(span, end), end, used, all: { ...used } };
}

/**
 * A reply without a tool call has no duration, since its line was written when it was complete. It is drawn from the time
 * of the request.
 */
function startOf(span: Span, end: number): number {
  const start = milliseconds(span.startTimeUnixNano);
  const latency = Number(span.attributes['langfuse.observation.metadata.latency_ms'] ?? 0);
  return span.kind === 'generation' && start === end && latency > 0 ? start - latency : start;
}

function byTime(a: Span, b: Span): number {
  return milliseconds(a.startTimeUnixNano) - milliseconds(b.startTimeUnixNano);
}

function milliseconds(nano: string): number {
  return Number(nano.slice(0, -6) || '0');
}
