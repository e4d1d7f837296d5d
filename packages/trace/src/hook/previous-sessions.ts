import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Entry, isUser, type JsonObject, textOf } from '@unspool/session';
import { isSessionId } from '@unspool/session/locate';
import { readRange, splitBytes } from '@unspool/session/read';
import { Neighbours } from '../model/neighbours.js';
import { movedFrom, startedAs } from './moved-sessions.js';

export interface PreviousSession {
  file: string;
  /** False for the origin of a fork: it may go on. */
  isOver: boolean;
}

/** Far more than it takes to reach the first prompt; a plan can be long. */
const HEAD = 1024 * 1024;
const MOST_HOPS = 50;

/**
 * The sessions that a session came out of, over several hops, nearest first. When plan mode or /clear moves on to a new
 * file, no Stop comes for the old one.
 *
 * Five signs: the last lines tell that the client was started with another session; the first line carries another
 * session's id (old clients); the first prompt holds a plan and names the old transcript; lines say what they were forked
 * from; a file beside it began earlier, with a line of the same time (forks that say nothing). Only ids are taken from them, never paths: the file must stand in the same folder.
 */
export function previousSessions(file: string): PreviousSession[] {
  const found: PreviousSession[] = [];
  const visited = new Set([resolve(file)]);
  const open = [resolve(file)];
  const neighbours = new Neighbours();
  for (let at = open.shift(); at !== undefined && found.length < MOST_HOPS; at = open.shift()) {
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

/** The client went on from these without a word to a hook. */
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
