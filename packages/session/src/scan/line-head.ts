import { FixedBytes } from './fixed-bytes.js';
import { isPlainByte } from './json-bytes.js';
import { type BeforeMessage, type ReplyBytes, textAt } from './reply-shape.js';

const QUOTE = 34;
const PARENT = new FixedBytes(Buffer.from('{"parentUuid":'));
const NULL = new FixedBytes(Buffer.from('null'));
const UUID_LENGTH = 36;

/**
 * Where a line goes on behind `{"parentUuid":` and its value, or -1. The value is all that differs between the
 * beginnings of neighbouring lines.
 */
export function behindParent(bytes: Buffer, view: DataView, start: number, end: number): number {
  if (end - start < 2 * UUID_LENGTH || !PARENT.isAt(view, start)) return -1;
  const value = start + PARENT.length;
  if (bytes[value] !== QUOTE) return NULL.isAt(view, value) ? value + NULL.length : -1;
  const close = value + 1 + UUID_LENGTH;
  return bytes[close] === QUOTE && isPlain(bytes, value + 1, close) ? close + 1 : -1;
}

function isPlain(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isPlainByte(bytes[at] ?? 0)) return false;
  return true;
}

/** From a line's parent to the place from which on nothing counts any more. */
export interface LineHead {
  fixed: FixedBytes;
  shape: 'tool_result' | 'aside';
  isSidechain: boolean;
}

/** From a line's parent to the content of a reply; only the reply's id differs. */
export interface ReplyHead {
  beforeId: FixedBytes;
  behindId: FixedBytes;
  before: BeforeMessage;
  model: string;
  isSynthetic: boolean;
}

export function learnReplyHead(bytes: Buffer, from: number, before: BeforeMessage, reply: ReplyBytes): ReplyHead {
  const { idAt, idEnd, contentAt, model, isSynthetic } = reply;
  return {
    beforeId: new FixedBytes(bytes.subarray(from, idAt)),
    behindId: new FixedBytes(bytes.subarray(idEnd, contentAt)),
    before: { ...before },
    model,
    isSynthetic,
  };
}

/** Fills in what the head says, and gives where the content begins; -1 when the bytes are others. */
export function matchReplyHead(
  head: ReplyHead,
  bytes: Buffer,
  view: DataView,
  from: number,
  end: number,
  reply: ReplyBytes,
): number {
  const { beforeId, behindId } = head;
  const idAt = from + beforeId.length;
  if (idAt >= end || !beforeId.isAt(view, from)) return -1;
  let idEnd = idAt;
  for (; bytes[idEnd] !== QUOTE; idEnd++) if (idEnd >= end || !isPlainByte(bytes[idEnd] ?? 0)) return -1;
  const contentAt = idEnd + behindId.length;
  if (contentAt >= end || !behindId.isAt(view, idEnd)) return -1;
  reply.messageId = textAt(bytes, idAt, idEnd, reply.messageId);
  reply.contentAt = contentAt;
  reply.model = head.model;
  reply.isSynthetic = head.isSynthetic;
  return contentAt;
}
