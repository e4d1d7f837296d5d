import { closeSync, openSync } from 'node:fs';
import type { JsonObject } from '@unspool/session';
import { type SearchKind, searchableOf } from '@unspool/session/facts';
import { type ReadOptions, readLinesFrom } from '../indexing/read-part.js';
import { placeOfPart } from '../indexing/text-place.js';
import { DamagedArchive } from '../keep/archive-format.js';
import type { Snippet } from './snippet.js';

/** Where a text stands. */
export interface HitPlace {
  sessionId: string;
  /** The sub-agent whose words these are. */
  agentId: string | undefined;
  file: string;
  /** Of the file's conversation; 0 is before the first turn. */
  turn: number;
  /** Where the line begins in the file. */
  byte: number;
}

/** A text that was found, and where it can be opened. */
export interface Hit extends HitPlace {
  title: string | undefined;
  cwd: string | undefined;
  kind: SearchKind;
  tool: string | undefined;
  isError: boolean;
  /** Milliseconds; undefined when the line has none. */
  time: number | undefined;
  snippet: Snippet;
  /** Why its words cannot be shown, if they cannot. */
  unread?: string;
  /** Other files with the same words of the same moment: forks, clones, copies. Only where copies were asked for as one. */
  copies?: HitPlace[];
}

export interface SearchResult {
  hits: Hit[];
  /** How many there are in all; at least so many when `isMore`. */
  count: number;
  isMore: boolean;
  sorted: 'rank' | 'time';
  /** Why the search ended before everything was looked through, if it did. */
  gaveUp?: string | undefined;
  /** Files that could not be looked through. */
  problems?: { file: string; message: string }[];
}

/** Why the text of a hit could not be read. */
export function whyUnread(file: string): string {
  try {
    closeSync(openSync(file, 'r'));
    return 'its line is not there any more';
  } catch (error) {
    return (error as Error).message;
  }
}

const MAX_LINE = 64 * 1024 * 1024;

/** What may be shown of a text, and of the fields that a tool was given. */
export interface Shown {
  text(text: string): string;
  fields(fields: unknown): unknown;
}

export interface ReadText {
  text: string;
  /** Whether the line was written in this session, not taken along from another one. */
  isOwn: boolean;
}

/** The text of a hit, read back from its file; undefined when it does not stand there any more. */
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
      return { text: shown?.text(text) ?? text, isOwn: isOwnLine(object, sessionId) };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined && !(error instanceof DamagedArchive)) throw error;
    // The file went since the index was brought up to date: the hit stays, its words cannot be shown.
  }
  return undefined;
}

export function isOwnLine(object: JsonObject, sessionId: string): boolean {
  return object['sessionId'] === sessionId && object['forkedFrom'] === undefined;
}
