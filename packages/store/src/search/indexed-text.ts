import type { KeptFiles } from '../keep/kept-files.js';
import { type Shown, textAt } from './hit.js';

/** Where the index says that a text is. */
export interface IndexedPlace {
  file: string;
  byte: number;
  part: number;
}

/** A text of the index, read back from its transcript; undefined when it is not there any more. */
export function readIndexedText(
  { file, byte, part }: IndexedPlace,
  { kept, shown }: { kept?: KeptFiles | undefined; shown?: Shown } = {},
): string | undefined {
  const place = { file, byte, sessionId: '', agentId: undefined, turn: 0 };
  return textAt(place, part, { ...(kept && { kept }), ...(shown && { shown }) })?.text;
}
