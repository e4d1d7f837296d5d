import type { RawAttribute, SpanKind, SpanStatus } from '../span/span.js';

export type Attributes = Record<string, RawAttribute>;

const INTERNAL = 1;
const CLIENT = 3;

/** A reply is a call to another service; everything else happens inside the client. */
export function kindNumber(kind: SpanKind): number {
  return kind === 'generation' ? CLIENT : INTERNAL;
}

export const STATUS = { unset: 0, ok: 1, error: 2 } as const;

export function statusNumber(code: SpanStatus['code']): number {
  return STATUS[code];
}

/** The order in which kinds are numbered between threads. */
export const KINDS: readonly SpanKind[] = ['turn', 'agent', 'generation', 'tool', 'event'];
