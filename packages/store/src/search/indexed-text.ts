import type { KeptFiles } from '../keep/kept-files.js';
import { type ReadText, type Shown, textAt } from './hit.js';

/** The place of a text according to the index. */
export interface IndexedPlace {
  file: string;
  byte: number;
  part: number;
}

/** A text of the index, read from its transcript; undefined if it is no longer there. */
export function readIndexedText(place: IndexedPlace, how: ReadingHow = {}): string | undefined {
  return readIndexed(place, how)?.text;
}

/** The same, and who said it. */
export function readIndexed({ file, byte, part }: IndexedPlace, { kept, shown }: ReadingHow): ReadText | undefined {
  const place = { file, byte, sessionId: '', agentId: undefined, turn: 0 };
  return textAt(place, part, { ...(kept && { kept }), ...(shown && { shown }) });
}

interface ReadingHow {
  kept?: KeptFiles | undefined;
  shown?: Shown;
}
