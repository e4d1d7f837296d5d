import type { SpanKind, SpanStatus } from '../span/span.js';

const INTERNAL = 1;
const CLIENT = 3;

/** A reply is a call to another service; everything else happens inside the client. */
export function kindNumber(kind: SpanKind): number {
  return kind === 'generation' ? CLIENT : INTERNAL;
}

const STATUS = { unset: 0, ok: 1, error: 2 };

export function statusNumber(code: SpanStatus['code']): number {
  return STATUS[code];
}
