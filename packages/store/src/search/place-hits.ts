import type { JsonObject } from '@unspool/session';
import { searchableOf, TurnCursor, type TurnRef } from '@unspool/session/facts';
import { readLinesFrom } from '../indexing/read-part.js';
import type { OwnedHit } from './copies.js';
import { SeenCalls } from './seen-calls.js';

/** A hit, as far as its own line describes it. */
export interface FoundHit extends OwnedHit {
  /** For a tool's output: the call it answers. */
  toolUseId: string | undefined;
}

/**
 * Adds facts from other lines: the turn, counted from the start of the file, and the tool of an output, which its call
 * names, usually on an earlier line. Only files with hits that are shown are read.
 */
export function placeHits(found: readonly FoundHit[]): void {
  const byFile = new Map<string, FoundHit[]>();
  for (const each of found) byFile.set(each.hit.file, [...(byFile.get(each.hit.file) ?? []), each]);
  for (const [file, hits] of byFile) placeIn(file, hits);
}

function placeIn(file: string, hits: readonly FoundHit[]): void {
  const last = Math.max(...hits.map(({ hit }) => hit.byte));
  const cursor = new TurnCursor(hits[0]?.hit.agentId === undefined ? 'main' : 'agent');
  const calls = new SeenCalls();
  const isNameless = ({ hit, toolUseId }: FoundHit) =>
    hit.tool === undefined && toolUseId !== undefined && calls.of({ toolUseId }).tool === undefined;
  const isToolWanted = hits.some(isNameless);
  const turns = new Map<number, TurnRef>();
  const bytes = new Set(hits.map(({ hit }) => hit.byte));
  for (const line of readLinesFrom(file, 0, Number.MAX_SAFE_INTEGER)) {
    // The turn of a command is known only once something follows it.
    if (line.byte > last && cursor.state().pending === 'none' && !hits.some(isNameless)) break;
    for (const object of line.objects) {
      const turn = cursor.see(object);
      if (bytes.has(line.byte)) turns.set(line.byte, turn);
      if (isToolWanted) noteCalls(object, calls);
    }
  }
  for (const each of hits) {
    each.hit.turn = turns.get(each.hit.byte)?.number ?? 0;
    if (each.toolUseId !== undefined) each.hit.tool ??= calls.of({ toolUseId: each.toolUseId }).tool;
  }
}

function noteCalls(object: JsonObject, calls: SeenCalls): void {
  if (HOLDS_CALLS.has(object['type'])) for (const text of searchableOf(object)) calls.note(text);
}

/** Calls of sub-agents may be only in progress lines. */
const HOLDS_CALLS: ReadonlySet<unknown> = new Set(['assistant', 'progress']);
