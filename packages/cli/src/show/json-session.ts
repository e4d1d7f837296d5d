import { totalTokens } from '@unspool/session';
import { knownTokens, OWN_CLIENT } from '@unspool/store';
import type { Io } from '../io.js';
import { jsonFacts } from '../session/json-facts.js';
import { type JsonPlace, jsonTime } from './json-place.js';
import { writeAgent, writeMoments, writeTurn } from './json-turn.js';
import { JsonWriter } from './json-writer.js';
import { preambleMoments } from './moments.js';
import { isPreambleWished, type Wish } from './print-session.js';
import type { ShownSession } from './shown-session.js';

/** A session as one JSON object, written turn by turn. */
export function printJson(shown: ShownSession, wish: Wish, io: Io): void {
  const out = new JsonWriter(io);
  const { main, facts } = shown;
  const known = knownTokens(facts.tokens, shown.origin?.agent);
  const place: JsonPlace = { conversation: main, isFull: wish.isFull, depth: 0, writeAgent };
  out.object(() => {
    out.fields({
      sessionId: main.session.sessionId,
      file: shown.file,
      agent: shown.origin?.agent ?? OWN_CLIENT,
      ...(shown.origin && { source: shown.origin.source ?? null }),
      size: shown.size,
      ...jsonFacts(facts),
      models: shown.models,
      startedAt: jsonTime(facts.startedAt),
      endedAt: jsonTime(facts.endedAt),
      tokens: known ? { ...known, total: totalTokens(known) } : null,
      archivedInClient: shown.archivedInClient,
      ...(!shown.origin && shown.verdict),
      turnCount: main.turns.turns.length,
      branches: shown.branches.map(({ at, turns }) => ({ at: at?.uuid ?? null, turns })),
    });
    if (isPreambleWished(wish)) {
      out.key('preamble');
      out.array(() => writeMoments(preambleMoments(main), out, place));
    }
    out.key('turns');
    out.array(() => {
      for (const turn of main.turns.turns) {
        if (wish.turn === undefined || turn.number === wish.turn) writeTurn(turn, out, place);
      }
    });
    if (wish.turn === undefined) {
      out.key('lostAgents');
      out.array(() => {
        for (const agent of shown.lostAgents) writeAgent(agent, out, place);
      });
    }
    out.field('hiddenAgents', shown.hiddenAgents);
  });
  out.end();
}
