import { type Block, blocksOf } from '../format/block.js';
import { type Entry, isAssistant, isUser, modernise, type OtherEntry } from '../format/entry.js';
import type { Node } from '../model/node.js';
import type { Session } from '../model/session.js';
import { decode } from '../read/decode.js';
import { isObject } from '../read/json.js';
import type { Line } from '../read/line.js';
import { savedSpans } from '../read/parse.js';
import { withContent } from './closure.js';
import { addChange, draftPlan, type EditPlan, type PlanDraft } from './plan.js';

/** Returns an entry without its secrets: the same reference if it contains none. */
export type RedactEntry = (entry: Entry) => Entry;

/**
 * Plans to replace secrets on every line. `lines` are those of the session's file, from its start. The parts of damaged
 * lines outside whole objects cannot be redacted safely, so they are left out where they contain a secret.
 */
export function planRedact(session: Session, lines: Iterable<Line>, redact: RedactEntry): EditPlan {
  const plan = draftPlan('redact', 'redacted');
  const damaged: number[] = [];
  const removed: RemovedThoughts = { count: 0, messageIds: new Set() };
  let at = 0;
  for (const line of lines) {
    if (line.bytes === undefined && line.state === 'skipped') leaveOutUnread(plan, line);
    else if (isUnsafe(line, redact)) damaged.push(line.number);
    for (const object of line.objects) {
      const node = session.nodes[at++];
      if (node) redactNode(plan, { node, entry: modernise(object as Entry), redact }, removed);
    }
  }
  dropLonelyThoughts(plan, session.nodes, removed.messageIds);
  for (const number of damaged) plan.repairs.add(number);
  if (damaged.length > 0) {
    plan.notes.push(`Of the damaged lines with secrets (${damaged.length}), only complete objects are kept.`);
  }
  if (removed.count > 0) {
    plan.notes.push(
      `Thinking that contains a secret is left out (${removed.count}): the API refuses changed thinking.`,
    );
  }
  return plan;
}

interface RemovedThoughts {
  count: number;
  messageIds: Set<string>;
}

function redactNode(
  plan: PlanDraft,
  { node, entry, redact }: { node: Node; entry: Entry; redact: RedactEntry },
  removed: RemovedThoughts,
): void {
  const clean = redact(entry);
  if (clean === entry) return;
  const secret = secretThoughts(entry, clean);
  removed.count += secret.size;
  if (secret.size > 0 && node.reply?.messageId) removed.messageIds.add(node.reply.messageId);
  if (secret.size > 0 && secret.size === node.reply?.blocks) plan.drops.add(node.index);
  else addChange(plan, node.index, (each) => withoutThoughts(withIds(each, redact(each)), secret));
}

/** A line that was not searched must not pass as clean. */
function leaveOutUnread(plan: PlanDraft, line: Line): void {
  plan.repairs.add(line.number);
  plan.notes.push(`Line ${line.number} is too long to search for secrets; it is left out.`);
}

/** True for a line with more on it than whole objects. */
function isUnsafe(line: Line, redact: RedactEntry): boolean {
  if (line.state === 'whole' || line.state === 'blank') return false;
  if (!line.bytes) return false;
  const raw: OtherEntry = { text: besideObjects(line.bytes) };
  return redact(raw) !== raw;
}

function besideObjects(bytes: Uint8Array): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of savedSpans(bytes)) {
    parts.push(decode(bytes, at, start));
    at = end;
  }
  return [...parts, decode(bytes, at, bytes.length)].join('\n');
}

/** Returns the indexes of thinking blocks that contain secrets. */
function secretThoughts(entry: Entry, clean: Entry): Set<number> {
  const found = new Set<number>();
  if (!isAssistant(entry) || !isAssistant(clean)) return found;
  const after = blocksOf(clean.message.content);
  blocksOf(entry.message.content).forEach((block, at) => {
    const own = after[at];
    if (isThought(block) && own && block !== own && !isSameWithoutSignature(block, own)) found.add(at);
  });
  return found;
}

function isSameWithoutSignature(a: Block, b: Block): boolean {
  const { signature: _, data: __, ...before } = a as OtherEntry;
  const { signature: ___, data: ____, ...after } = b as OtherEntry;
  return JSON.stringify(before) === JSON.stringify(after);
}

function isThought(block: Block): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}

function withoutThoughts(entry: Entry, secret: ReadonlySet<number>): Entry {
  if (secret.size === 0 || !isAssistant(entry)) return entry;
  let at = 0;
  return withContent(entry, () => !secret.has(at++));
}

/** Drops the rest of replies left with only thinking, which the API refuses. */
function dropLonelyThoughts(plan: PlanDraft, nodes: readonly Node[], thoughtless: ReadonlySet<string>): void {
  if (thoughtless.size === 0) return;
  const spoken = new Set<string | undefined>();
  for (const { reply } of nodes) if (reply && !reply.isThinkingOnly) spoken.add(reply.messageId);
  for (const { reply, index } of nodes) {
    if (!reply?.isThinkingOnly || !reply.messageId) continue;
    if (thoughtless.has(reply.messageId) && !spoken.has(reply.messageId)) plan.drops.add(index);
  }
}

const ENTRY_IDS = [
  'type',
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'sourceToolAssistantUUID',
  'sourceToolUseID',
  'leafUuid',
  'messageId',
  'requestId',
  'sessionId',
  'session_id',
  'timestamp',
  'agentId',
  'parentToolUseID',
  'toolUseID',
  'forkedFrom',
  'compactMetadata',
];
const MESSAGE_IDS = ['id', 'role', 'type', 'model'];
const BLOCK_IDS = ['type', 'id', 'tool_use_id', 'signature'];

/** Returns a redacted entry with its own ids: ids that connect lines are not secrets, whatever they look like. */
function withIds(entry: Entry, clean: Entry): Entry {
  if (clean === entry) return entry;
  const kept = keep(entry as OtherEntry, clean as OtherEntry, ENTRY_IDS);
  if (!isUser(entry) && !isAssistant(entry)) return kept as Entry;
  const { message } = kept;
  if (!isObject(message) || message === entry.message) return kept as Entry;
  const before = entry.message as unknown as OtherEntry;
  return {
    ...kept,
    message: { ...keep(before, message, MESSAGE_IDS), content: keepBlocks(before['content'], message['content']) },
  } as Entry;
}

function keepBlocks(before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(after) || before === after) return after;
  return after.map((block: unknown, at) => {
    const own: unknown = before[at];
    if (block === own || !isObject(block) || !isObject(own)) return block;
    // Base64 of a picture may look like a secret, but must stay a picture.
    if (own['type'] === 'image' || own['type'] === 'redacted_thinking') return own;
    return keep(own, block, BLOCK_IDS);
  });
}

function keep(before: OtherEntry, after: OtherEntry, keys: readonly string[]): OtherEntry {
  const ids = keys.filter((key) => key in before && before[key] !== after[key]);
  if (ids.length === 0) return after;
  return { ...after, ...Object.fromEntries(ids.map((key) => [key, before[key]])) };
}
