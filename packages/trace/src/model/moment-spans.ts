import { AttributeKey, FixedAttributes } from '../span/attribute-key.js';
import type { SpanMaker } from './maker.js';
import { type Moment, mayBeMoment, momentOf } from './moments.js';
import { INPUT, TOOL_ID } from './observation-keys.js';
import type { Stretch } from './stretch.js';

/** Compactions, API errors, hooks, interruptions and queued prompts, as spans that take no time. */
export function addMoments(maker: SpanMaker, stretch: Stretch, toolSpans: ReadonlyMap<string, string>): void {
  const { thread, times, parentSpanId } = stretch;
  const starts = new Set(stretch.turns.map((turn) => turn.start));
  const counts = new Map<string, number>();
  for (const node of stretch.nodes) {
    if (!mayBeMoment(node) || starts.has(node)) continue;
    const moment = momentOf(thread.session.read(node));
    if (!moment) continue;
    // Several can carry one time; copies keep their order.
    const same = `${parentSpanId} ${moment.name} ${node.time}`;
    const count = (counts.get(same) ?? 0) + 1;
    counts.set(same, count);
    const at = times.of(node);
    maker.begin({
      kind: 'event',
      name: moment.name,
      key: `${parentSpanId} ${moment.name} ${count}`,
      time: node.time,
      parentSpanId: toolSpans.get(moment.callId ?? '') ?? parentSpanId,
      start: at,
      end: at,
    });
    tellMoment(maker, moment);
    maker.out.end();
  }
}

function tellMoment({ content, out }: SpanMaker, { level, input, message, metadata, callId }: Moment): void {
  out.fixed(EVENT);
  out.text(LEVEL, level);
  if (message !== undefined) out.text(STATUS_MESSAGE, content.brief(message));
  if (input !== undefined) out.text(INPUT, content.text(input));
  out.label(TOOL_ID, content.label(callId));
  for (const [key, value] of Object.entries(metadata ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    // Numbers are no content. What stands there in another shape may be.
    const isPlain = typeof value === 'number' || typeof value === 'boolean';
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    out.text(metadataKey(key), isPlain ? text : content.brief(text));
  }
}

const EVENT = new FixedAttributes({ 'langfuse.observation.type': 'event' });
const LEVEL = new AttributeKey('langfuse.observation.level');
const STATUS_MESSAGE = new AttributeKey('langfuse.observation.status_message');

const metadataKeys = new Map<string, AttributeKey>();

/** Their names are ours, and few. */
function metadataKey(name: string): AttributeKey {
  let key = metadataKeys.get(name);
  if (!key) {
    key = new AttributeKey(`langfuse.observation.metadata.${name}`);
    metadataKeys.set(name, key);
  }
  return key;
}
