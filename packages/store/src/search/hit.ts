import { closeSync, openSync } from 'node:fs';
import type { JsonObject } from '@unspool/session';
import { type SearchKind, searchableOf } from '@unspool/session/facts';
import { madeInOf } from '@unspool/session/model';
import { type ReadOptions, readLinesFrom } from '../indexing/read-part.js';
import { placeOfPart } from '../indexing/text-place.js';
import { DamagedArchive } from '../keep/archive-format.js';
import type { Snippet } from './snippet.js';

/** Where a text is. */
export interface HitPlace {
  sessionId: string;
  /** The sub-agent whose conversation it is. */
  agentId: string | undefined;
  file: string;
  /** The turn number in the file; 0 is before the first turn. */
  turn: number;
  /** The offset of the line in the file. */
  byte: number;
}

/** A text that was found, and where it is. */
export interface Hit extends HitPlace {
  title: string | undefined;
  cwd: string | undefined;
  /** The agent, if not Claude Code. */
  client: string | undefined;
  kind: SearchKind;
  tool: string | undefined;
  isError: boolean;
  /** Milliseconds; undefined if the line has no time. */
  time: number | undefined;
  snippet: Snippet;
  /** Why its text cannot be shown; undefined if it can. */
  unread?: string;
  /** Other files with the same text and time: forks, clones, copies. Only if copies are grouped. */
  copies?: HitPlace[];
}

export interface SearchResult {
  hits: Hit[];
  /** The total number; a lower bound if `isMore`. */
  count: number;
  isMore: boolean;
  sorted: 'rank' | 'time';
  /** Why the search ended early, if it did. */
  gaveUp?: string | undefined;
  /** Files that could not be searched. */
  problems?: { file: string; message: string }[];
}

/** Why the text of a hit cannot be read. */
export function whyUnread(file: string): string {
  try {
    closeSync(openSync(file, 'r'));
    return 'its line is no longer in the file';
  } catch (error) {
    return (error as Error).message;
  }
}

const MAX_LINE = 64 * 1024 * 1024;

/** Redacts texts and the inputs of calls before they are shown. */
export interface Shown {
  text(text: string): string;
  fields(fields: unknown): unknown;
}

export interface ReadText {
  text: string;
  /** Whether the line was written in this session rather than copied from another. */
  isOwn: boolean;
  /** Said in a sub-agent. Early clients wrote sub-agents into the transcript of their session. */
  isSide: boolean;
}

/** The text of a hit, read from its file; undefined if it is no longer there. */
export function textAt(
  { file, byte, sessionId }: HitPlace,
  part: number,
  { shown, ...reading }: ReadOptions & { shown?: Shown } = {},
): ReadText | undefined {
  const place = placeOfPart(part);
  try {
    for (const line of readLinesFrom(file, byte, byte + MAX_LINE, reading)) {
      const object = line.objects[place.object];
      const text = object && searchableOf(object, shown?.fields)[place.text]?.text;
      if (object === undefined || text === undefined) return undefined;
      const isSide = object['isSidechain'] === true;
      return { text: shown?.text(text) ?? text, isOwn: isOwnLine(object, sessionId), isSide };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined && !(error instanceof DamagedArchive)) throw error;
    // The file was deleted since the index was updated: the hit stays, but its text cannot be shown.
  }
  return undefined;
}

export function isOwnLine(object: JsonObject, sessionId: string): boolean {
  const made = madeInOf(object);
  return !made.isCopied && made.sessionId === sessionId;
}
