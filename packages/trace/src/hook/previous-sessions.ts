import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Entry, isUser, type JsonObject, textOf } from '@unspool/session';
import { isSessionId } from '@unspool/session/locate';
import { readRange, splitBytes } from '@unspool/session/read';
import { Neighbours } from '../model/neighbours.js';
import { movedFrom, startedAs } from './moved-sessions.js';

export interface PreviousSession {
  file: string;
  /** False for the origin of a fork, which may continue. */
  isOver: boolean;
}

/** Enough to reach the first prompt, which can contain a long plan. */
const HEAD = 1024 * 1024;
const MAX_HOPS = 50;

/**
 * The sessions that a session came out of, over several hops, nearest first. When plan mode or /clear continues in a new
 * file, no Stop event comes for the old one.
 *
 * Five signs: the last lines name another session that the client was started with; the first line has another session's id
 * (old clients); the first prompt contains a plan and names the old transcript; lines say what they were forked from; a file
 * in the folder began earlier, with a line of the same time (forks without a note). Only ids are taken from lines, never
 * paths: the file must be in the same folder.
 */
export function previousSessions(file: string): PreviousSession[] {
  const found: PreviousSession[] = [];
  const visited = new Set([resolve(file)]);
  const open = [resolve(file)];
  const neighbours = new Neighbours();
  for (let at = open.shift(); at !== undefined && found.length < MAX_HOPS; at = open.shift()) {
    for (const { sessionId, isOver } of [...movedOn(at), ...namedIn(at), ...copiedFrom(at, neighbours)]) {
      const previous = join(dirname(at), `${sessionId}.jsonl`);
      if (visited.has(previous) || !lstatSync(previous, { throwIfNoEntry: false })?.isFile()) continue;
      visited.add(previous);
      found.push({ file: previous, isOver });
      open.push(previous);
    }
  }
  return found;
}

interface Named {
  sessionId: string;
  isOver: boolean;
}

/** Sessions that the client left without a hook event. */
function movedOn(file: string): Named[] {
  const started = startedAs(file);
  if (started === undefined || started === basename(file, '.jsonl')) return [];
  const others = movedFrom(file, started).map((each) => basename(each, '.jsonl'));
  return [...others, started].map((sessionId) => ({ sessionId, isOver: true }));
}

const TRANSCRIPT = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl/gi;

function namedIn(file: string): Named[] {
  const own = basename(file, '.jsonl');
  const named: Named[] = [];
  let isFirst = true;
  for (const line of splitBytes(readRange(file, 0, HEAD))) {
    if (line.state !== 'whole') continue;
    for (const object of line.objects) {
      if (isFirst) named.push(...idOf(object['sessionId'], true));
      isFirst = false;
      named.push(...forkedFrom(object), ...plannedIn(object));
    }
  }
  return named.filter(({ sessionId }) => sessionId !== own);
}

function forkedFrom({ forkedFrom: from }: JsonObject): Named[] {
  return typeof from === 'object' && from !== null ? idOf((from as { sessionId?: unknown }).sessionId, false) : [];
}

function plannedIn(object: JsonObject): Named[] {
  const entry = object as Entry;
  if (!isUser(entry) || object['planContent'] === undefined) return [];
  return [...textOf(entry.message.content).matchAll(TRANSCRIPT)].flatMap((match) => idOf(match[1], true));
}

function copiedFrom(file: string, neighbours: Neighbours): Named[] {
  return neighbours.eldersOf(file).map(({ sessionId }) => ({ sessionId, isOver: false }));
}

function idOf(sessionId: unknown, isOver: boolean): Named[] {
  return typeof sessionId === 'string' && isSessionId(sessionId) ? [{ sessionId, isOver }] : [];
}
