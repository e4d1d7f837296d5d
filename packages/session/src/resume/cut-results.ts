import type { Block, ToolResultBlock } from '../format/block.js';
import { isText } from '../format/block.js';
import { type Entry, isAttachment } from '../format/entry.js';

const LONGEST_STAND_IN = 200;

/** The texts sent in place of results, by the id of the call. */
export type StandIns = ReadonlyMap<unknown, string>;

/** G4: a `tool_results_cut` attachment names calls, before or after it, and one text. The first text for a call wins. */
export function standInsOf(entries: readonly Entry[]): StandIns {
  const standIns = new Map<unknown, string>();
  for (const entry of entries) {
    if (!isAttachment(entry) || entry.attachment.type !== 'tool_results_cut') continue;
    const { callIds, standIn } = entry.attachment;
    if (!Array.isArray(callIds) || typeof standIn !== 'string') continue;
    if (standIn === '' || standIn.length > LONGEST_STAND_IN) continue;
    for (const id of callIds) if (!standIns.has(id)) standIns.set(id, standIn);
  }
  return standIns;
}

/** G4: the stand-in replaces longer text and any picture. Errors and results with other blocks stay whole. */
export function cutResult(block: ToolResultBlock, standIns: StandIns): ToolResultBlock {
  const standIn = standIns.get(block.tool_use_id);
  if (standIn === undefined || block.is_error === true) return block;
  return sizeOf(block.content) > standIn.length ? { ...block, content: standIn } : block;
}

function sizeOf(content: ToolResultBlock['content']): number {
  if (typeof content === 'string') return content.length;
  if (!Array.isArray(content) || !content.every((part) => isText(part) || isPicture(part))) return 0;
  return content.reduce((size, part) => size + (isText(part) ? part.text.length : Number.POSITIVE_INFINITY), 0);
}

function isPicture(part: Block): boolean {
  return part?.type === 'image';
}
