import { type Block, blocksOf } from '../entry/block.js';
import { type Entry, isAssistant } from '../entry/entry.js';
import type { Node } from '../graph/node.js';
import { isObject, parse } from '../line/json.js';
import { withContent } from './closure.js';
import type { IdReplacement } from './new-ids.js';
import { lineOf } from './patch-line.js';
import type { PlanDraft } from './plan.js';

const THINKING = Buffer.from('"thinking"');
const SIGNATURE = Buffer.from('"signature"');
const COLON = 58;
const QUOTE = 34;

/** Whether a signed thought in these bytes names an id that is replaced. */
export function namesIdInThought(bytes: Buffer, start: number, end: number, ids: IdReplacement): boolean {
  for (let at = nextThought(bytes, start, end); at >= 0; at = nextThought(bytes, at, end)) {
    const stop = bytes.indexOf(SIGNATURE, at);
    if (ids.standsIn(bytes, at, stop < 0 ? end : Math.min(stop, end))) return true;
  }
  return false;
}

/** Where the words of the next thought begin; -1 when there is none. Blanks may stand around the colon. */
function nextThought(bytes: Buffer, start: number, end: number): number {
  for (let at = bytes.indexOf(THINKING, start); at >= 0 && at < end; at = bytes.indexOf(THINKING, at + 1)) {
    let next = pastBlanks(bytes, at + THINKING.length);
    if (bytes[next] !== COLON) continue;
    next = pastBlanks(bytes, next + 1);
    if (bytes[next] === QUOTE) return next + 1;
  }
  return -1;
}

function pastBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 32 || bytes[at] === 9) at++;
  return at;
}

/** A line without the thoughts that name an id, and how many those are. */
export function withoutNamingThoughts(line: Buffer, ids: IdReplacement): { line: Buffer; count: number } {
  const entry = parse(line.toString('utf8'));
  if (!isObject(entry) || !isAssistant(entry as Entry)) return { line, count: 0 };
  let count = 0;
  const kept = withContent(entry as never, (block) => {
    const isGone = isNaming(block, ids);
    if (isGone) count++;
    return !isGone;
  });
  return count === 0 ? { line, count } : { line: lineOf(kept, line), count };
}

function isNaming(block: Block, ids: IdReplacement): boolean {
  if (block?.type !== 'thinking') return false;
  const { signature, ...words } = block as { signature?: unknown };
  // Words that nobody signed may be changed.
  if (!signature) return false;
  const bytes = Buffer.from(JSON.stringify(words));
  return ids.standsIn(bytes, 0, bytes.length);
}

/**
 * Drops lines that would be left with nothing but such thoughts, and gives how many thoughts go with them. An empty
 * reply would be sent as "(no content)"; what hangs on a dropped line hangs on the one above.
 */
export function dropNamingThoughts(
  plan: PlanDraft,
  { nodes, read }: { nodes: readonly Node[]; read(node: Node): Entry },
  ids: IdReplacement,
): number {
  let count = 0;
  for (const node of nodes) {
    if (!node.reply?.isThinkingOnly || plan.drops.has(node.index) || plan.changes.has(node.index)) continue;
    const gone = countNaming(read(node), ids);
    if (gone > 0) plan.drops.add(node.index);
    count += gone;
  }
  return count;
}

/** How many thoughts a reply has that is nothing but such thoughts; 0 when it says something else. */
function countNaming(entry: Entry, ids: IdReplacement): number {
  const blocks = isAssistant(entry) ? blocksOf(entry.message.content) : [];
  return blocks.every((block) => isNaming(block, ids)) ? blocks.length : 0;
}
