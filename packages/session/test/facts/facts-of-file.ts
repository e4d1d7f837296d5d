import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ReplyTokens } from '../../src/facts/reply-tokens.js';
import { scanList } from '../../src/facts/scan-list.js';
import { isOfDesktop } from '../../src/locate/entrypoint.js';
import { madeInOf } from '../../src/model/made-in.js';
import { openSession } from '../../src/model/open-session.js';
import { titleOf } from '../../src/model/title.js';
import { turnsOf } from '../../src/model/turns.js';
import type { JsonObject } from '../../src/read/line.js';

/** Reads the same facts with the full reader. */
export function factsByReading(file: string) {
  const session = openSession(file);
  const tokens = new ReplyTokens();
  for (const node of session.nodes) {
    const { reply, extra } = node;
    const { isCopied, sessionId = '' } = madeInOf(session.read(node) as JsonObject);
    if (reply?.tokens) (isCopied ? tokens.copiedFrom(sessionId) : tokens).add(reply.messageId, reply.tokens);
    if (extra?.embedded?.tokens) tokens.add(extra.embedded.messageId, extra.embedded.tokens);
  }
  const timed = session.nodes.filter((node) => !Number.isNaN(node.time));
  return {
    title: titleOf(session),
    turns: turnsOf(session).turns.length,
    tokens: tokens.total((id) => existsSync(join(dirname(file), `${id}.jsonl`))),
    startedAt: timed.at(0)?.time ?? Number.NaN,
    endedAt: timed.at(-1)?.time ?? Number.NaN,
    isOfDesktop: isOfDesktop(file),
  };
}

export function factsByScanning(file: string) {
  const { title, turns, tokens, startedAt, endedAt, isOfDesktop } = scanList({ main: file, agents: [] });
  return { title, turns, tokens, startedAt, endedAt, isOfDesktop };
}
