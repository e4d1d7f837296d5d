import { createHash } from 'node:crypto';
import type { Span } from '../../src/span/span.js';

const hex = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length);

/** A made-up span, the same for the same number. */
export function madeUpSpan(number: number, fields: Partial<Span> = {}): Span {
  return {
    traceId: hex(`trace ${Math.floor(number / 10)}`, 32),
    spanId: hex(`span ${number}`, 16),
    ...(number % 10 > 0 && { parentSpanId: hex(`span ${number - (number % 10)}`, 16) }),
    name: `Step ${number}`,
    kind: number % 10 === 0 ? 'turn' : 'tool',
    startTimeUnixNano: `${1_700_000_000_000 + number}000000`,
    endTimeUnixNano: `${1_700_000_000_500 + number}000000`,
    attributes: { 'gen_ai.operation.name': 'execute_tool', number, 'langfuse.trace.tags': ['claude-code'] },
    events: [],
    status: { code: 'unset' },
    sessionId: 'made-up',
    turn: Math.floor(number / 10) + 1,
    turnId: `turn-${Math.floor(number / 10)}`,
    isComplete: true,
    ...fields,
  };
}

export const madeUpSpans = (count: number) => Array.from({ length: count }, (_, at) => madeUpSpan(at));
