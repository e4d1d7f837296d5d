import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseJson, readJson, writeJson, writeJsonLightly } from './json-file.js';
import { sessionKey, type TraceFolder } from './trace-folder.js';

/** How much of a session a sink has. */
export interface SessionState {
  version: 1;
  file: string;
  /** A hash of the first bytes: a file with a different start is another file. */
  head: Mark;
  /** A hash of the bytes before `size`: a file with different ones there was rewritten. */
  tail: Mark;
  /** How far the file was read, up to the end of a line. */
  size: number;
  /** The start of the first turn that may still change; everything before it was exported. */
  offset: number;
  /** The number and id of that turn. */
  openTurn: { number: number; id: string } | undefined;
  /** The exported turns, by number. */
  turns: { [number: string]: ExportedTurn };
  /** Its sub-agents' files and their sizes. */
  agents: { [file: string]: number };
  isEnded: boolean;
  isQuiet: boolean;
  /** The number of files queued so far, from which the next one gets its name. */
  batches: number;
  /** The valid length of the ledger. */
  ledgerBytes: number;
}

export interface Mark {
  bytes: number;
  hash: string;
}

export interface ExportedTurn {
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
  /** Exists while a backfill exports the session. */
  claim: string;
  /** Where to continue reading; shared by all sinks. */
  point: string;
  state(sink: string): string;
  ledger(sink: string): string;
  /** Holds many sessions. */
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
  // A new session has none, and an exception is slower than checking first.
  return existsSync(file) ? readJson(file, isState) : undefined;
}

export function parseState(text: string): SessionState | undefined {
  return parseJson(text, isState);
}

export function writeState(file: string, state: SessionState): void {
  writeJson(file, state);
}

/** Atomic, but without waiting for the disk. If a power cut loses it, the session is exported again. */
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
