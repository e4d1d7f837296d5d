import type { DraftAttributes, SpanMaker } from './maker.js';
import { type Moment, mayBeMoment, momentOf } from './moments.js';
import type { Stretch } from './stretch.js';

/** Compactions, API errors, hooks, interruptions and queued prompts, as spans without a duration. */
export function addMoments(maker: SpanMaker, stretch: Stretch, toolSpans: ReadonlyMap<string, string>): void {
  const { thread, times, parentSpanId } = stretch;
  const starts = new Set(stretch.turns.map((turn) => turn.start));
  const counts = new Map<string, number>();
  for (const node of stretch.nodes) {
    if (!mayBeMoment(node) || starts.has(node)) continue;
    const moment = momentOf(thread.session.read(node));
    if (!moment) continue;
    // Several can have the same time; copies keep their order, so a count makes the id stable.
    const same = `${parentSpanId} ${moment.name} ${node.time}`;
    const count = (counts.get(same) ?? 0) + 1;
    counts.set(same, count);
    const at = times.of(node);
    maker.add({
      kind: 'event',
      name: moment.name,
      key: `${parentSpanId} ${moment.name} ${count}`,
      time: node.time,
      parentSpanId: toolSpans.get(moment.callId ?? '') ?? parentSpanId,
      start: at,
      end: at,
      attributes: momentAttributes(maker, moment),
    });
  }
}

function momentAttributes({ content }: SpanMaker, moment: Moment): DraftAttributes {
  const { level, input, message, metadata, callId } = moment;
  const attributes: DraftAttributes = {
    'langfuse.observation.type': 'event',
    'langfuse.observation.level': level,
    'langfuse.observation.status_message': content.brief(message),
    'langfuse.observation.input': content.pack(content.clean(input)),
    'langfuse.observation.metadata.tool_id': content.label(callId),
  };
  for (const [key, value] of Object.entries(metadata ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    // Numbers and booleans are not content; any other value may be.
    const isPlain = typeof value === 'number' || typeof value === 'boolean';
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    attributes[`langfuse.observation.metadata.${key}`] = isPlain ? text : content.brief(text);
  }
  return attributes;
}
