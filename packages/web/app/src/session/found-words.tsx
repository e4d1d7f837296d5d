import { useWordHighlight } from '../text/highlight-words.js';
import { wordsOf } from '../text/query-words.js';
import type { Row } from './rows.js';
import { useViewing, type Viewing } from './viewing.js';

/** Marks the searched words on screen. */
export function FoundWords({ words, rows, viewing }: { words: string; rows: Row[]; viewing: Viewing }) {
  const view = useViewing(viewing);
  useWordHighlight(() => document.querySelector('.turns'), wordsOf(words), [rows, view]);
  return null;
}
