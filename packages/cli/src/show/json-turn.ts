import { type Agent, callsOf, type Turn } from '@unspool/session';
import { type JsonPlace, jsonTime, writeFields } from './json-place.js';
import { writeReply } from './json-reply.js';
import type { JsonWriter } from './json-writer.js';
import type { Moment } from './moment.js';
import { momentsOf } from './moments.js';
import { openAgent } from './shown-session.js';
import { tokensOfTurns } from './tokens-of-turns.js';

/** As in print-agent: a crafted file that nests without end must not overflow the stack. */
const MAX_DEPTH = 40;

export function writeTurn(turn: Turn, out: JsonWriter, place: JsonPlace): void {
  out.object(() => {
    out.fields({
      number: turn.number,
      id: turn.id,
      kind: turn.kind,
      round: turn.round,
      isOnTip: turn.isOnTip,
      isOpen: turn.isOpen,
      isInterrupted: turn.isInterrupted,
      parent: turn.parent ?? null,
      startedAt: jsonTime(turn.startedAt),
      endedAt: jsonTime(turn.endedAt),
      tokens: tokensOfTurns([turn]) ?? null,
    });
    writeStart(turn, out, place);
    out.key('replies');
    out.array(() => {
      for (const moment of momentsOf(place.conversation, turn)) {
        if (moment.kind === 'reply') writeReply(moment.reply, moment.message, out, place);
      }
    });
    out.key('asides');
    out.array(() => writeMoments(withoutStart(momentsOf(place.conversation, turn), turn), out, place));
  });
}

/** What the turn starts with; null if it is not in the file. */
function writeStart(turn: Turn, out: JsonWriter, { conversation, isFull }: JsonPlace): void {
  for (const moment of momentsOf(conversation, { ...turn, nodes: [turn.start], replies: [] })) {
    if (moment.kind !== 'words') continue;
    writeFields({ words: moment.words }, out, isFull);
    return;
  }
  out.field('words', null);
}

function* withoutStart(moments: Iterable<Moment>, turn: Turn): Generator<Moment> {
  for (const moment of moments) {
    if (moment.kind === 'words' && moment.node === turn.start) continue;
    yield moment;
  }
}

/** Everything but replies, in order. */
export function writeMoments(moments: Iterable<Moment>, out: JsonWriter, { isFull }: JsonPlace): void {
  for (const moment of moments) {
    if (moment.kind === 'reply') continue;
    const { kind, node, ...rest } = moment;
    out.object(() => {
      out.fields({ kind, line: node.place.line, uuid: node.uuid, type: node.type, subtype: node.subtype });
      out.field('time', jsonTime(node.time));
      writeFields(rest, out, isFull);
    });
  }
}

export function writeAgent(agent: Agent, out: JsonWriter, place: JsonPlace): void {
  const conversation = openAgent(agent, place.conversation);
  const { turns } = conversation.turns;
  out.object(() => {
    out.fields({
      agentId: agent.agentId,
      agentType: agent.agentType ?? null,
      description: agent.description ?? null,
      place: agent.place,
      file: conversation.nameOf(agent.file),
      turnCount: turns.length,
      calls: turns.reduce((sum, turn) => sum + callsOf(turn).length, 0),
      tokens: tokensOfTurns(turns)?.total ?? null,
    });
    if (!place.isFull || place.depth >= MAX_DEPTH) return;
    out.key('turns');
    out.array(() => {
      for (const turn of turns) writeTurn(turn, out, { ...place, conversation, depth: place.depth + 1 });
    });
  });
}
