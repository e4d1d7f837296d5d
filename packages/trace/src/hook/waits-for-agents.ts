import type { SinkConfig } from '../sink/sink-config.js';
import type { Span } from '../span/span.js';

/** The sinks that keep every line they get. Others replace a span that is sent again. */
export function appendingSinks(sinks: readonly SinkConfig[]): ReadonlySet<string> {
  return new Set(sinks.filter(({ type }) => type === 'file').map(({ name }) => name));
}

/** Whether background sub-agents of a turn have not all reported to it yet, so that it will get more spans. */
export function waitsForAgents(spans: readonly Span[]): boolean {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const hasReplied = new Set(spans.map(({ kind, parentSpanId }) => (kind === 'generation' ? parentSpanId : undefined)));
  const inBackground = spans.filter((span) => {
    const call = span.kind === 'agent' ? byId.get(span.parentSpanId ?? '') : undefined;
    // The call has a result, so a sub-agent in the foreground has replied by then.
    return call !== undefined && (!hasReplied.has(span.spanId) || call.endTimeUnixNano < span.endTimeUnixNano);
  });
  return inBackground.length > spans.filter(({ name }) => name === 'task notification').length;
}
