import type { Entry } from '../format/entry.js';
import { cleanUp } from './clean.js';
import { messagesOf } from './messages.js';
import { modelAsked } from './model.js';
import { pairCalls } from './pair.js';

/** How many messages the client makes of some lines. */
export interface MessageCount {
  sent: number;
  /** C3: the calls without a result whose lines are dropped. */
  droppedCalls: string[];
}

/**
 * Counts the messages that `resume` makes of these lines. Long texts are shortened, because nothing but their beginning
 * decides how many messages there are.
 */
export function countMessages(lines: Iterable<Entry>): MessageCount {
  const entries: Entry[] = [];
  for (const line of lines) entries.push(shortened(line));
  const { entries: cleaned, droppedCalls } = cleanUp(entries);
  const sent = pairCalls(messagesOf(cleaned, { model: modelAsked(cleaned) })).length;
  return { sent, droppedCalls };
}

const LONG = 200;
/** Members that no rule reads. */
const UNREAD: ReadonlySet<string> = new Set(['toolUseResult', 'usage', 'diagnostics', 'snapshot', '__proto__']);

function shortened(entry: Entry): Entry {
  return shorten(entry) as Entry;
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONG ? beginningOf(value) : value;
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  const short: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) if (!UNREAD.has(key)) short[key] = shorten(member);
  return short;
}

/** A copy: a part of a string would keep the whole in memory. Blank text stays blank, and other text does not become so. */
function beginningOf(text: string): string {
  const beginning = text.slice(0, LONG);
  if (beginning.trim() === '') return text.trim() === '' ? ' ' : `${' '.repeat(LONG)}.`;
  return JSON.parse(JSON.stringify(beginning));
}
