import { statSync } from 'node:fs';
import { openSession } from '../../src/graph/open-session.js';
import { ReplyTokens } from '../../src/scan/reply-tokens.js';
import { ListScanner } from '../../src/scan/scan-list.js';
import { titleOf } from '../../src/turn/title.js';
import { turnsOf } from '../../src/turn/turns.js';

/** The same facts by the full reader. */
export function factsByReading(file: string) {
  const session = openSession(file);
  const tokens = new ReplyTokens();
  for (const { reply, extra } of session.nodes) {
    if (reply?.tokens) tokens.add(reply.messageId, reply.tokens);
    if (extra?.embedded?.tokens) tokens.add(extra.embedded.messageId, extra.embedded.tokens);
  }
  const timed = session.nodes.filter((node) => !Number.isNaN(node.time));
  return {
    title: titleOf(session),
    turns: turnsOf(session).turns.length,
    tokens: tokens.total(),
    startedAt: timed.at(0)?.time ?? Number.NaN,
    endedAt: timed.at(-1)?.time ?? Number.NaN,
  };
}

export function factsByScanning(file: string) {
  const { title, turns, tokens, startedAt, endedAt } = new ListScanner().scan({
    main: file,
    agents: [],
    size: statSync(file).size,
  });
  return { title, turns, tokens, startedAt, endedAt };
}
