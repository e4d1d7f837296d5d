import type { KeptFiles } from '../keep/kept-files.js';
import { type Shown, textAt } from './hit.js';

/** The place of a text according to the index. */
export interface IndexedPlace {
  file: string;
  byte: number;
  part: number;
}

/** A text of the index, read from its transcript; undefined if it is no longer there. */
export function readIndexedText(
  { file, byte, part }: IndexedPlace,
  { kept, shown }: { kept?: KeptFiles | undefined; shown?: Shown } = {},
): string | undefined {
  const place = { file, byte, sessionId: '', agentId: undefined, turn: 0 };
  return textAt(place, part, { ...(kept && { kept }), ...(shown && { shown }) })?.text;
}
