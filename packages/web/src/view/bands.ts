import { callsOf, type Node, type ToolCall, type Turn } from '@unspool/session';
import { colourOf } from '@unspool/session/tools';
import { asksHuman, isRejected } from '../read/call.js';
import type { Conversation } from '../read/conversation.js';
import { timeOrNull } from './times.js';
import type { Band } from './view.js';

/** What happened in a turn, in order: thinking, writing, tools. Neighbours are joined if there are more than `most`. */
export function bandsOf(conversation: Conversation, turn: Turn, most: number): Band[] {
  const bands: Band[] = [];
  const calls = callsByNode(turn);
  let last = turn.startedAt;
  for (const node of turn.nodes) {
    if (node.reply) {
      const { sizes } = conversation.measured;
      const [thinking, replies] = [sizes.of(node, 'thinking'), sizes.of(node, 'replies')];
      const span = {
        byte: node.place.byte,
        startedAt: timeOrNull(last),
        endedAt: timeOrNull(node.time),
        failed: node.reply.isApiError ? 1 : 0,
        rejected: 0,
      };
      if (thinking > 0 || node.reply.isThinkingOnly) add(bands, { kind: 'thinking', size: thinking, ...span });
      if (replies > 0) add(bands, { kind: 'text', size: replies, ...span });
      for (const call of calls.get(node) ?? []) add(bands, bandOfCall(conversation, call));
    }
    if (!Number.isNaN(node.time)) last = node.time;
  }
  return joined(bands, most);
}

function callsByNode(turn: Turn): Map<Node, ToolCall[]> {
  const calls = new Map<Node, ToolCall[]>();
  for (const call of callsOf(turn)) {
    const known = calls.get(call.node);
    if (known) known.push(call);
    else calls.set(call.node, [call]);
  }
  return calls;
}

function bandOfCall(conversation: Conversation, call: ToolCall): Band {
  const { sizes } = conversation.measured;
  const wasRejected = isRejected(conversation, call);
  return {
    kind: colourOf(call.name),
    byte: call.node.place.byte,
    startedAt: timeOrNull(call.startedAt),
    endedAt: timeOrNull(asksHuman(call) ? call.startedAt : call.endedAt),
    size: sizes.of(call.node, 'toolInput') + (call.result ? sizes.of(call.result.node, 'toolOutput') : 0),
    failed: call.result?.isError && !wasRejected ? 1 : 0,
    rejected: wasRejected ? 1 : 0,
  };
}

/** Joins neighbours of one kind at once, since a session can have tens of thousands. */
function add(bands: Band[], band: Band): void {
  const last = bands.at(-1);
  if (!last || last.kind !== band.kind || !endAlike(last, band)) {
    bands.push(band);
    return;
  }
  last.startedAt = within(last.startedAt, band.startedAt, Math.min);
  last.endedAt = within(last.endedAt, band.endedAt, Math.max);
  last.failed = shareOf([last, band], 'failed');
  last.rejected = shareOf([last, band], 'rejected');
  last.size += band.size;
}

function endAlike(a: Band, b: Band): boolean {
  return a.failed > 0 === b.failed > 0 && a.rejected > 0 === b.rejected > 0;
}

function within(a: number | null, b: number | null, choose: (a: number, b: number) => number): number | null {
  if (a === null || b === null) return a ?? b;
  return choose(a, b);
}

function joined(bands: Band[], most: number): Band[] {
  if (bands.length <= most) return bands;
  const step = Math.ceil(bands.length / most);
  const fewer: Band[] = [];
  for (let at = 0; at < bands.length; at += step) fewer.push(together(bands.slice(at, at + step)));
  return fewer;
}

/** Combines several bands into one of the most frequent kind, with the share that failed. */
function together(bands: readonly Band[]): Band {
  const main = bands.reduce((a, b) => (b.size > a.size ? b : a));
  return {
    kind: main.kind,
    byte: bands[0]?.byte ?? main.byte,
    startedAt: bands.reduce<number | null>((time, band) => within(time, band.startedAt, Math.min), null),
    endedAt: bands.reduce<number | null>((time, band) => within(time, band.endedAt, Math.max), null),
    size: bands.reduce((sum, band) => sum + band.size, 0),
    failed: shareOf(bands, 'failed'),
    rejected: shareOf(bands, 'rejected'),
  };
}

function shareOf(bands: readonly Band[], end: 'failed' | 'rejected'): number {
  const all = bands.reduce((sum, band) => sum + weight(band), 0);
  const part = bands.reduce((sum, band) => sum + band[end] * weight(band), 0);
  return share(part, all);
}

/** Bands of size 0 count too. */
function weight({ size }: Band): number {
  return size + 1;
}

/** Never rounds a small share to 0. */
function share(part: number, all: number): number {
  return Math.round((part / all) * 1000) / 1000 || (part > 0 ? 0.001 : 0);
}
