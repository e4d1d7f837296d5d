import { hash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFully } from '@unspool/session/write';
import { inFolder } from './json-file.js';
import { parseState, type SessionState } from './session-state.js';
import { ledgerText, parseLedger } from './span-ledger.js';
import { sessionKey } from './trace-folder.js';

/** What a sink has of a session: its state, and its spans with their hashes. */
export interface PackedSession {
  state: SessionState;
  ledger: Map<string, string>;
}

interface Place {
  byte: number;
  stateBytes: number;
  ledgerBytes: number;
  /** A hash of all its bytes. */
  mark: string;
}

/**
 * What a sink has of the sessions that a backfill sent. All of them share two files, since creating files is the slowest
 * part of recording. A session is added once; if it continues, it gets files of its own, which then replace the pack's entry.
 *
 * One file holds states and spans. The other is written after it and has a line per session: its key and its place. Adding
 * requires the sink's send lock. An entry that fails its hash counts as missing.
 */
export class StatePack {
  private known: Map<string, Place> | undefined;
  private open: { data: number; index: number } | undefined;

  /** Path without extension. */
  constructor(private readonly path: string) {}

  read(key: string): PackedSession | undefined {
    const place = this.places().get(key);
    return place && readAt(this.path, key, place);
  }

  readAll(): PackedSession[] {
    return [...this.places()].flatMap(([key, place]) => readAt(this.path, key, place) ?? []);
  }

  add(key: string, { state, ledger }: PackedSession): void {
    const places = this.places();
    this.open ??= openFiles(this.path);
    const { data, index } = this.open;
    const spans = ledgerText(ledger);
    const bytes = Buffer.from(`${JSON.stringify(state)}${spans}`);
    const ledgerBytes = spans.length;
    const stateBytes = bytes.length - ledgerBytes;
    const { size: byte } = fstatSync(data);
    const mark = markOf(bytes);
    writeFully(data, bytes);
    writeFully(index, Buffer.from(`${key} ${byte} ${stateBytes} ${ledgerBytes} ${mark}\n`));
    places.set(key, { byte, stateBytes, ledgerBytes, mark });
  }

  close(): void {
    if (!this.open) return;
    closeSync(this.open.data);
    closeSync(this.open.index);
    this.open = undefined;
  }

  /** The index as first read, plus what was added by this object. */
  private places(): Map<string, Place> {
    this.known ??= new Map(placesIn(readIndex(this.path)));
    return this.known;
  }
}

/** Reads a single session. */
export function readPacked(path: string, key: string): PackedSession | undefined {
  const index = `\n${readIndex(path)}`;
  const from = index.lastIndexOf(`\n${key} `) + 1;
  const [found] = from === 0 ? [] : placesIn(index.slice(from, index.indexOf('\n', from) + 1));
  return found && readAt(path, ...found);
}

function readAt(path: string, key: string, place: Place): PackedSession | undefined {
  const { byte, stateBytes, ledgerBytes, mark } = place;
  const bytes = readBytes(dataOf(path), byte, stateBytes + ledgerBytes);
  if (!bytes || markOf(bytes) !== mark) return undefined;
  const state = parseState(bytes.toString('utf8', 0, stateBytes));
  if (!state || sessionKey(state.file) !== key) return undefined;
  return { state, ledger: parseLedger(bytes.toString('latin1', stateBytes)) };
}

function markOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'base64url');
}

/** The files of a pack. */
export function packFiles(path: string): string[] {
  return [indexOf(path), dataOf(path)];
}

function indexOf(path: string): string {
  return `${path}.index`;
}

function dataOf(path: string): string {
  return `${path}.given`;
}

const LINE = /^(\S+) (\d+) (\d+) (\d+) ([\w-]{43})$/;

function readIndex(path: string): string {
  const index = indexOf(path);
  return existsSync(index) ? readFileSync(index, 'latin1') : '';
}

function placesIn(index: string): [string, Place][] {
  // After the last line break comes nothing, or an incomplete line.
  const lines = index.split('\n').slice(0, -1);
  return lines.flatMap((line): [string, Place][] => {
    const [, key, byte, stateBytes, ledgerBytes, mark] = LINE.exec(line) ?? [];
    if (key === undefined || mark === undefined) return [];
    return [[key, { byte: Number(byte), stateBytes: Number(stateBytes), ledgerBytes: Number(ledgerBytes), mark }]];
  });
}

/** Undefined if the file is shorter. */
function readBytes(file: string, byte: number, length: number): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const bytes = Buffer.allocUnsafe(length);
    for (let got = 0; got < length; ) {
      const count = readSync(fd, bytes, got, length - got, byte + got);
      if (count === 0) return undefined;
      got += count;
    }
    return bytes;
  } finally {
    closeSync(fd);
  }
}

function openFiles(path: string): { data: number; index: number } {
  const data = inFolder(dirname(path), () => openSync(dataOf(path), 'a', 0o600));
  const index = openSync(indexOf(path), 'a+', 0o600);
  const { size } = fstatSync(index);
  const last = Buffer.alloc(1);
  // Ends the line of a process that died while writing it.
  if (size > 0 && readSync(index, last, 0, 1, size - 1) === 1 && last.toString() !== '\n') writeSync(index, '\n');
  return { data, index };
}
