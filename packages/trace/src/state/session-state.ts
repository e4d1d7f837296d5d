import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseJson, readJson, writeJson, writeJsonLightly } from './json-file.js';
import { sessionKey, type TraceFolder } from './trace-folder.js';

/** What a sink has been given of a session. */
export interface SessionState {
  version: 1;
  file: string;
  /** The first bytes of the file, hashed, and how many: a file that begins otherwise is another. */
  head: Mark;
  /** The bytes before `size`, likewise: a file that has other ones there was rewritten. */
  tail: Mark;
  /** How far the file had been read, up to the end of a line. */
  size: number;
  /** Where the first turn begins that may still change; everything before it has been given. */
  offset: number;
  /** The number and id of that turn. */
  openTurn: { number: number; id: string } | undefined;
  /** The turns that were given, by number. */
  turns: { [number: string]: GivenTurn };
  /** Its sub-agents' files and how large they were. */
  agents: { [file: string]: number };
  isEnded: boolean;
  isQuiet: boolean;
  /** Files handed to the queue so far, ever: names the next one. */
  batches: number;
  /** How much of the ledger counts. */
  ledgerBytes: number;
}

export interface Mark {
  bytes: number;
  hash: string;
}

export interface GivenTurn {
  id: string;
  toByte: number;
  isClosed: boolean;
  hasAgents: boolean;
}

export function newState(file: string): SessionState {
  return {
    version: 1,
    file,
    head: { bytes: 0, hash: '' },
    tail: { bytes: 0, hash: '' },
    size: 0,
    offset: 0,
    openTurn: undefined,
    turns: {},
    agents: {},
    isEnded: false,
    isQuiet: false,
    batches: 0,
    ledgerBytes: 0,
  };
}

export interface StateFiles {
  key: string;
  lock: string;
  /** There while a backfill is at the session. */
  claim: string;
  /** Where to read on; the same for all sinks. */
  point: string;
  state(sink: string): string;
  ledger(sink: string): string;
  /** Of many sessions. */
  pack(sink: string): string;
}

export function stateFiles(folder: TraceFolder, file: string): StateFiles {
  return stateFilesOf(folder, sessionKey(file));
}

export function stateFilesOf(folder: TraceFolder, key: string): StateFiles {
  return {
    key,
    lock: join(folder.root, 'locks', key),
    claim: join(folder.claims, key),
    point: join(folder.root, 'points', `${key}.json`),
    state: (sink) => join(folder.state, `${key}.${sink}.json`),
    ledger: (sink) => join(folder.state, `${key}.${sink}.spans`),
    pack: folder.pack,
  };
}

export function readState(file: string): SessionState | undefined {
  // Of a new session there is none, and an error takes longer than the question.
  return existsSync(file) ? readJson(file, isState) : undefined;
}

export function parseState(text: string): SessionState | undefined {
  return parseJson(text, isState);
}

export function writeState(file: string, state: SessionState): void {
  writeJson(file, state);
}

/** In one step, but not proof against a power cut: then it may be gone, and the session is given anew. */
export function writeStateLightly(file: string, state: SessionState): void {
  writeJsonLightly(file, state);
}

function isState(value: unknown): value is SessionState {
  return (
    isRecord(value) &&
    value['version'] === 1 &&
    typeof value['file'] === 'string' &&
    typeof value['offset'] === 'number' &&
    typeof value['size'] === 'number' &&
    typeof value['batches'] === 'number' &&
    typeof value['ledgerBytes'] === 'number' &&
    isRecord(value['head']) &&
    isRecord(value['tail']) &&
    isRecord(value['turns']) &&
    isRecord(value['agents'])
  );
}
