import { type JsonObject, type Line, readLines } from '@unspool/session';
import { LineSplitter } from '@unspool/session/read';
import type { Output } from '../contract/output.js';
import { isPacked, unpackedChunks } from './zstd.js';

/** What to take for a line, given its bytes; undefined to parse it. */
export type InsteadOf = (bytes: Uint8Array, start: number, end: number) => JsonObject | undefined;

export interface ForeignLine {
  /** 1-based. */
  number: number;
  object: JsonObject;
}

/**
 * The objects of a JSONL file, plain or zstd-compressed. Damaged lines are reported and read as far as possible.
 * `insteadOf` can replace lines that need not be parsed.
 */
export function* foreignLines(
  file: string,
  output: Pick<Output, 'damaged'>,
  insteadOf?: InsteadOf,
): Generator<ForeignLine> {
  for (const line of isPacked(file) ? packedLines(file, output, insteadOf) : readLines(file, { insteadOf })) {
    if (line.state === 'recovered' || line.state === 'skipped') {
      output.damaged(`line ${line.number}`, line.problems[0]?.message ?? 'it cannot be read');
    }
    for (const object of line.objects) yield { number: line.number, object };
  }
}

function* packedLines(file: string, output: Pick<Output, 'damaged'>, insteadOf?: InsteadOf): Generator<Line> {
  const splitter = new LineSplitter({ insteadOf });
  for (const chunk of unpackedChunks(file, (message) => output.damaged('the packed file', message))) {
    yield* splitter.push(chunk);
  }
  yield* splitter.end();
}
