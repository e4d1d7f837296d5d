import type { SessionIds } from '../graph/session.js';
import { isObject } from '../line/json.js';
import type { JsonObject } from '../line/line.js';
import { parseLine } from '../line/parse.js';
import { hasEscapedLetters } from './escaped-letters.js';
import { KnownTexts } from './known-texts.js';
import { At, ESCAPED_LETTERS, LINE, type OutlineKernel } from './outline-kernel.js';

const UUID = Buffer.from('"uuid"');
const SESSION_ID = Buffer.from('"sessionId"');
const UUID_LENGTH = 36;
const QUOTE = 34;
const LINE_FEED = 10;
/** Where in a record the line's own id begins. */
const OWN_UUID = At.line + 1 + LINE.indexOf('uuid') * 2;

/** Gathers the ids that lines hold, at any depth but not in what was said, as they go by. */
export class IdsSeen implements SessionIds {
  readonly uuids = new Set<string>();
  readonly sessions = new Set<string>();
  mayHide = false;

  private texts: KnownTexts | undefined;

  /** Of a line that was walked through. Its node's own id need not be kept a second time. */
  addWalked(kernel: OutlineKernel, record: number): void {
    const { words } = kernel;
    const facts = record + At.facts;
    if (((words[record + 3] ?? 0) & ESCAPED_LETTERS) !== 0) {
      // An id that is written with escapes is longer than one.
      this.addBytes(kernel.bytes, words[record + 1] ?? 0, words[record + 2] ?? 0);
      return;
    }
    for (let index = 0; index < (words[facts + 7] ?? 0); index++) {
      const at = kernel.listed(words[facts + 8] ?? 0, index);
      const uuid = at === words[record + OWN_UUID] ? undefined : this.idAt(kernel, at);
      if (uuid !== undefined) this.uuids.add(uuid);
    }
    this.addWalkedSessions(kernel, record);
  }

  private addWalkedSessions(kernel: OutlineKernel, record: number): void {
    const { words } = kernel;
    const facts = record + At.facts;
    for (let index = 0; index < (words[facts + 9] ?? 0); index++) {
      const at = kernel.listed(words[facts + 10] ?? 0, index);
      // The client's are as long as any other id; what another program wrote is parsed.
      const session = isLongAsId(kernel.bytes, at) ? this.idAt(kernel, at) : undefined;
      if (session === undefined) this.addBytes(kernel.bytes, words[record + 1] ?? 0, words[record + 2] ?? 0);
      else this.sessions.add(session);
    }
  }

  /** Of bytes nobody has looked at. */
  addBytes(bytes: Buffer, start: number, end: number): void {
    this.mayHide ||= hasEscapedLetters(bytes, start, end);
    forEachId(
      { bytes, start, end },
      { uuid: (uuid) => this.uuids.add(uuid), session: (session) => this.sessions.add(session) },
    );
  }

  private idAt({ bytes }: OutlineKernel, at: number): string | undefined {
    this.texts ??= new KnownTexts();
    return this.texts.at(bytes, at, at + UUID_LENGTH + 2);
  }
}

function isLongAsId(bytes: Buffer, at: number): boolean {
  return bytes.indexOf(QUOTE, at + 1) === at + UUID_LENGTH + 1;
}

interface Stretch {
  bytes: Buffer;
  start: number;
  end: number;
}

export interface TakeIds {
  uuid(id: string): void;
  session(id: string): void;
}

/** What people, the model and tools said may hold members of the same names; their ids are not ours. */
const SAID = new Set(['content', 'input', 'toolUseResult']);

/** The values of members named `uuid` that are as long as an id, and of those named `sessionId`, on lines that are parsed for it. */
export function forEachId({ bytes, start, end }: Stretch, take: TakeIds): void {
  for (let at = start; at < end; ) {
    const newline = bytes.indexOf(LINE_FEED, at);
    const stop = newline < 0 || newline >= end ? end : newline + 1;
    const { objects } = parseLine({ bytes, start: at, end: stop, number: 0, byte: 0 }, {});
    for (const object of objects) idsIn(object, take);
    // Nobody can tell what a line that cannot be read holds, and it must not name the old session.
    if (objects.length === 0) forEachIdByName({ bytes, start: at, end: stop }, take);
    at = stop;
  }
}

/** With a stack of its own: a line may be nested deeper than calls can be. */
function idsIn(object: JsonObject, take: TakeIds): void {
  const waiting: unknown[] = [object];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) for (const each of value) waiting.push(each);
    else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        if (typeof member === 'string') takeId(key, member, take);
        else if (typeof member === 'object' && !SAID.has(key)) waiting.push(member);
      }
    }
  }
}

function takeId(key: string, value: string, take: TakeIds): void {
  if (key === 'uuid' && value.length === UUID_LENGTH) take.uuid(value);
  else if (key === 'sessionId') take.session(value);
}

function forEachIdByName({ bytes, start, end }: Stretch, take: TakeIds): void {
  const own = bytes.subarray(start, end);
  const each = (key: Buffer, found: (id: string) => void) => {
    for (let at = own.indexOf(key); at >= 0; at = own.indexOf(key, at + 1)) {
      const open = own.indexOf(QUOTE, at + key.length);
      const close = own.indexOf(QUOTE, open + 1);
      if (open >= 0 && close - open === UUID_LENGTH + 1) found(own.toString('latin1', open + 1, close));
    }
  };
  each(UUID, take.uuid);
  each(SESSION_ID, take.session);
}
