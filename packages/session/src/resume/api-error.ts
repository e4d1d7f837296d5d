import { type Entry, isAssistant } from '../format/entry.js';

/** D1: an API error that the client wrote as a reply. The flag alone, on the reply of a real model, does not count. */
export function isSyntheticError(entry: Entry): boolean {
  return isAssistant(entry) && entry.isApiErrorMessage === true && entry.message.model === '<synthetic>';
}
