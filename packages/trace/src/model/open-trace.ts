import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { createRedactor } from '@unspool/redact';
import { type Turn, turnsOf } from '@unspool/session';
import { isSessionId, wholeFamilyOf } from '@unspool/session/locate';
import { type OpenedFrom, openFrom, type TurnPoint, turnPointOf } from '@unspool/session/model';
import type { Attributes } from '../span/span.js';
import type { SessionTrace, TraceOptions, TurnTrace } from '../span/turn-trace.js';
import { Content } from './content.js';
import { Forest, type LooseAgent } from './forest.js';
import { traceIdOf } from './ids.js';
import { SpanMaker, type TraceFacts } from './maker.js';
import { Neighbours } from './neighbours.js';
import { openFile, type Unread } from './open-file.js';
import { Origins } from './origin.js';
import { type Thread, threadOf } from './thread.js';
import { addLoose, addTurn } from './turn-spans.js';
import { stateOf } from './turn-state.js';

const DEFAULT_LIMIT = 64 * 1024;

/** Reads a session's nodes and lists its turns. The spans of a turn are built when `spans()` is called. */
export function openTrace(options: TraceOptions): SessionTrace {
  const { file, isEnded = false, isStopped = false } = options;
  const unread: Unread = new Map();
  const point = readOnFrom(options);
  if (!point && options.isPartOnly) return UNREAD;
  const { session, turns: read } = point?.opened ?? openWhole(file, unread);
  const from = point?.from;
  const thread = threadOf(session, read);
  const origins = new Origins(session, file, {
    neighbours: options.neighbours ?? new Neighbours(),
    begin: from?.begin,
  });
  const { turns } = thread.turns;
  const depths = depthsOf(turns, from);
  // A command at the end may turn out not to call a model; then it does not start a turn.
  const lastAsked = turns.findLastIndex((turn) => turn.kind !== 'command' || turn.replies.length > 0);
  let forest: Forest | undefined;
  const grown = () => {
    forest ??= new Forest(thread, from ? { agents: [] } : (options.family ?? wholeFamilyOf(file)), file, {
      isEnded,
      unread,
    });
    return forest;
  };
  const makerFor = makersOf(options);
  const traces = turns.map((turn, at): TurnTrace => {
    const state = stateOf(turn, { isFollowed: at < lastAsked, isEnded, isStopped });
    const { traceId, sessionId } = identityOf(turn, thread, origins);
    const depth = depths[at] ?? turn.number;
    const isComplete = state.state !== 'open';
    const own = { traceId, name: `Turn ${depth}`, sessionId, turn: turn.number, turnId: turn.id, isComplete };
    return {
      traceId,
      number: turn.number,
      id: turn.id,
      sessionId,
      isCopy: sessionId !== origins.sessionId,
      ...state,
      ...bytesOf(turn),
      spans: () => {
        const maker = makerFor({ ...own, depth });
        addTurn(maker, thread, turn, grown());
        return maker.spans;
      },
    };
  });
  // Only for ended sessions: a sub-agent can be on disk before the line that started it.
  if (turns.length === 0 && isEnded) traces.push(...looseTraces(grown(), origins.sessionId, makerFor));
  return {
    sessionId: origins.sessionId,
    turns: traces,
    reading: from ? 'part' : 'whole',
    unread,
    hasRelatives: () => origins.hasRelatives,
    point: () => turnPointOf(session, read, from),
  };
}

function openWhole(file: string, unread: Unread): OpenedFrom {
  const session = openFile(file, unread);
  return { session, turns: turnsOf(session, { withTip: false }) };
}

const UNREAD: SessionTrace = {
  sessionId: '',
  turns: [],
  reading: 'unread',
  unread: new Map(),
  hasRelatives: () => false,
  point: () => undefined,
};

/** Reads only what comes after a point, if the lines before it make no difference. */
function readOnFrom({ file, from, family }: TraceOptions): { opened: OpenedFrom; from: TurnPoint } | undefined {
  if (!from || !isSessionId(basename(file, '.jsonl'))) return undefined;
  // A sub-agent that was written to since may belong to the turns after the point.
  const isOld = ({ file: agent }: { file: string }) => statSync(agent).mtimeMs < from.time;
  if (!(family ?? wholeFamilyOf(file)).agents.every(isOld)) return undefined;
  const size = statSync(file).size;
  if (size <= from.byte || size - from.byte > MAX_READ_ON) return undefined;
  const opened = openFrom(file, from, size);
  return opened && { opened, from };
}

/** A part is held in memory; beyond this size the whole file is read instead. */
const MAX_READ_ON = 8 * 1024 * 1024;

/** What all copies of a turn share: its first reply and its start time; without a reply, the id of its first line. */
function identityOf(turn: Turn, { replies }: Thread, origins: Origins): { traceId: string; sessionId: string } {
  const [first] = replies.get(turn.number) ?? [];
  const sessionId = origins.of(turn.start, first?.messageId);
  const scope = `${sessionId} ${turn.start.uuid ?? turn.number}`;
  const identity =
    first?.messageId === undefined
      ? { key: turn.id, time: turn.start.time }
      : { key: first.messageId, time: turn.start.time };
  return { traceId: traceIdOf({ ...identity, scope }), sessionId };
}

/** The depth of each turn in its branch, from 1. A fork copies one branch, so its turns keep the original's depths. */
function depthsOf(turns: readonly Turn[], from?: TurnPoint): number[] {
  const depths: number[] = [];
  const passed = from?.turns ?? 0;
  for (const { parent } of turns) {
    if (from && depths.length === 0) depths.push(from.depth);
    else depths.push((parent === undefined ? 0 : (depths[parent - 1 - passed] ?? 0)) + 1);
  }
  return depths;
}

function bytesOf(turn: Turn): { fromByte: number; toByte: number } {
  // Its lines are in file order.
  const last = turn.nodes.at(-1)?.place;
  return { fromByte: turn.start.place.byte, toByte: last ? last.byte + last.length : 0 };
}

type MakerFor = (facts: Omit<TraceFacts, 'common'> & { depth: number }) => SpanMaker;

function makersOf({ content = 'redacted', redactor, limit = DEFAULT_LIMIT, costOf, userId }: TraceOptions): MakerFor {
  const rules = new Content({ mode: content, redactor: redactor ?? createRedactor(), limit });
  return ({ depth, ...facts }) => {
    const sessionId = rules.label(facts.sessionId);
    const common: Attributes = {
      'session.id': sessionId,
      'gen_ai.conversation.id': sessionId,
      ...(userId !== undefined && { 'user.id': userId }),
      'langfuse.trace.name': rules.label(facts.name),
      'langfuse.trace.tags': ['claude-code'],
      'langfuse.trace.metadata.source': 'claude-code',
      'langfuse.trace.metadata.turn_number': String(depth),
      'langfuse.trace.metadata.session_id': sessionId,
    };
    return new SpanMaker({ ...facts, common }, rules, costOf ?? (() => undefined));
  };
}

function looseTraces(forest: Forest, sessionId: string, makerFor: MakerFor): TurnTrace[] {
  return (forest.loose.get(0) ?? []).map((loose: LooseAgent): TurnTrace => {
    const [first] = forest.threadOf(loose.agent).session.nodes;
    const traceId = traceIdOf({ key: loose.agent.agentId, time: first?.time ?? Number.NaN, scope: sessionId });
    const id = loose.agent.agentId;
    const own = { traceId, name: `Sub-agent ${id}`, sessionId, turn: 0, turnId: id, isComplete: true, depth: 0 };
    return {
      traceId,
      number: 0,
      id,
      sessionId,
      isCopy: false,
      state: 'closed',
      fromByte: 0,
      toByte: 0,
      spans: () => {
        const maker = makerFor(own);
        addLoose(maker, loose, forest);
        return maker.spans;
      },
    };
  });
}
