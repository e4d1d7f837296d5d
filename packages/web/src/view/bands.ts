import { callsOf, type Node, type ToolCall, type Turn } from '@unspool/session';
import type { Conversation } from '../read/conversation.js';
import { timeOrNull } from './times.js';
import { familyOfTool } from './tool-family.js';
import type { Band } from './view.js';

/** What happened in a turn, in order: thinking, writing, tools. At most so many bands; neighbours are joined. */
export function bandsOf(conversation: Conversation, turn: Turn, most: number): Band[] {
  const bands: Band[] = [];
  const calls = new Map<Node, ToolCall[]>();
  for (const call of callsOf(turn)) calls.set(call.node, [...(calls.get(call.node) ?? []), call]);
  let last = turn.startedAt;
  for (const node of turn.nodes) {
    if (node.reply) {
      const { sizes } = conversation.measured;
      const [thinking, replies] = [sizes.of(node, 'thinking'), sizes.of(node, 'replies')];
      const span = {
        startedAt: timeOrNull(last),
        endedAt: timeOrNull(node.time),
        failed: node.reply.isApiError ? 1 : 0,
      };
      if (thinking > 0 || node.reply.isThinkingOnly) add(bands, { kind: 'thinking', size: thinking, ...span });
      if (replies > 0) add(bands, { kind: 'text', size: replies, ...span });
      for (const call of calls.get(node) ?? []) add(bands, bandOfCall(conversation, call));
    }
    if (!Number.isNaN(node.time)) last = node.time;
  }
  return joined(bands, most);
}

function bandOfCall({ measured: { sizes } }: Conversation, call: ToolCall): Band {
  return {
    kind: familyOfTool(call.name),
    startedAt: timeOrNull(call.startedAt),
    endedAt: timeOrNull(call.endedAt),
    size: sizes.of(call.node, 'toolInput') + (call.result ? sizes.of(call.result.node, 'toolOutput') : 0),
    failed: call.result?.isError ? 1 : 0,
  };
}

function add(bands: Band[], band: Band): void {
  const last = bands.at(-1);
  if (!last || last.kind !== band.kind || last.failed > 0 !== band.failed > 0) bands.push(band);
  else bands[bands.length - 1] = together([last, band]);
}

function joined(bands: Band[], most: number): Band[] {
  if (bands.length <= most) return bands;
  const step = Math.ceil(bands.length / most);
  const fewer: Band[] = [];
  for (let at = 0; at < bands.length; at += step) fewer.push(together(bands.slice(at, at + step)));
  return fewer;
}

/** Several as one of the kind that most of it is. What failed among them is not lost, nor does it stand for all. */
function together(bands: readonly Band[]): Band {
  const main = bands.reduce((a, b) => (b.size > a.size ? b : a));
  const known = (times: (number | null)[]) => times.filter((time) => time !== null);
  const starts = known(bands.map((band) => band.startedAt));
  const ends = known(bands.map((band) => band.endedAt));
  return {
    kind: main.kind,
    startedAt: starts.length > 0 ? starts.reduce((a, b) => Math.min(a, b)) : null,
    endedAt: ends.length > 0 ? ends.reduce((a, b) => Math.max(a, b)) : null,
    size: bands.reduce((sum, band) => sum + band.size, 0),
    failed: shareFailed(bands),
  };
}

function shareFailed(bands: readonly Band[]): number {
  const all = bands.reduce((sum, { size }) => sum + size + 1, 0);
  const failed = bands.reduce((sum, band) => sum + band.failed * (band.size + 1), 0);
  return Math.round((failed / all) * 1000) / 1000 || (failed > 0 ? 0.001 : 0);
}
