import { type Entry, isUser } from '../format/entry.js';
import { oneLine } from '../model/one-line.js';
import { wordsOf } from '../model/words.js';

/** Returns what the user asked, on one line; undefined if the entry is not a user line. */
export function askedIn(entry: Entry): string | undefined {
  if (!isUser(entry)) return undefined;
  const { command, text } = wordsOf(entry);
  return oneLine(command ? `${command.name} ${command.args}` : text);
}
