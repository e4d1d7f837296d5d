import { lineAround, readRange } from '@unspool/session/read';
import type { Conversation } from './conversation.js';

export interface OddLine {
  line: number;
  byte: number;
  length: number;
  text: string;
}

/** A line with a problem, which may not contain an entry at all. `byte` is where the problem was found. */
export function oddLineAt({ session, file }: Conversation, byte: number): OddLine | undefined {
  const problem = session.problems.find((each) => each.byte === byte);
  if (!problem) return undefined;
  const from = session.nodes.findLast(({ place }) => place.byte <= byte)?.place.byte ?? 0;
  const place = lineAround(file, byte, { from });
  if (!place) return undefined;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(readRange(file, place.byte, place.length));
  return { line: problem.line, ...place, text };
}
