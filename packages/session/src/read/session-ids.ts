import type { SessionIds } from '../model/session.js';
import { isObject } from './json.js';
import { KnownTexts } from './known-texts.js';
import type { JsonObject } from './line.js';
import { parseLine } from './parse.js';
import { pathSet } from './path.js';
import { type Region, readRegions } from './read-regions.js';
import { lineLimit } from './split.js';
import { Walker } from './walker.js';

/** What people, the model and tools said may hold members of the same names; their ids are not ours. */
const SAID = ['content', 'input', 'toolUseResult'];
const NAMES = ['uuid', 'sessionId'];
const UUID_LENGTH = 36;
const LINE_FEED = 10;

const own = pathSet({ uuid: true });

/** Gathers ids at any depth, but not in what was said. One pass over the file. */
export function idsIn(file: string): SessionIds {
  const walker = new Walker(own, { names: NAMES, opaque: SAID });
  const seen = new SeenIds();
  readRegions(
    file,
    walker,
    { takeRegion: (region) => takeRegion(walker, region, seen), takeLong: () => undefined },
    { limit: lineLimit({}) },
  );
  return seen;
}

class SeenIds implements SessionIds {
  readonly uuids = new Set<string>();
  readonly sessions = new Set<string>();
  mayHide = false;
  private readonly texts = new KnownTexts();

  addSpan(walker: Walker, name: number, start: number, end: number): void {
    const id = this.texts.at(walker.bytes, start, end);
    if (id !== undefined) this.add(NAMES[name] ?? '', id);
  }

  add(name: string, id: string): void {
    if (name === 'sessionId') this.sessions.add(id);
    else if (name === 'uuid' && id.length === UUID_LENGTH) this.uuids.add(id);
  }
}

function takeRegion(walker: Walker, { end }: Region, seen: SeenIds): undefined {
  for (let from = 0; from < end; ) {
    from = walker.walk(from, end);
    for (let index = 0; index < walker.records; index++) takeLine(walker, walker.recordAt(index), seen);
  }
}

function takeLine(walker: Walker, record: number, seen: SeenIds): void {
  const { words, bytes } = walker;
  const hasEscapes = ((words[record + walker.escapesAt] ?? 0) & walker.letterEscape) !== 0;
  if (hasEscapes) seen.mayHide = true;
  if (words[record + walker.sureAt] === 1 && !hasEscapes) {
    const uuidAt = words[record + walker.lineHeader];
    walker.forEachNote(record, (name, start, stop) => {
      if (start !== uuidAt) seen.addSpan(walker, name, start, stop);
    });
    return;
  }
  const start = words[record + walker.startAt] ?? 0;
  const stop = words[record + walker.endAt] ?? 0;
  seen.mayHide ||= hasEscapedLetters(bytes, start, stop);
  forEachId(
    { bytes, start, end: stop },
    { uuid: (id) => seen.add('uuid', id), session: (id) => seen.add('sessionId', id) },
  );
}

const ESCAPE = Buffer.from('\\u00');

/** Whether letters that ids are made of are written as escapes (`\u0061` for an a). No client does so, but it is JSON. */
export function hasEscapedLetters(bytes: Buffer, start = 0, end = bytes.length): boolean {
  for (let at = bytes.indexOf(ESCAPE, start); at >= 0 && at < end; at = bytes.indexOf(ESCAPE, at + 1)) {
    if (/^(?:2d|3[0-9]|[46][1-6])$/i.test(bytes.toString('latin1', at + 4, at + 6))) return true;
  }
  return false;
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

/** The same ids of lines that have to be parsed for them. */
export function forEachId({ bytes, start, end }: Stretch, take: TakeIds): void {
  for (let at = start; at < end; ) {
    const newline = bytes.indexOf(LINE_FEED, at);
    const stop = newline < 0 || newline >= end ? end : newline + 1;
    const { objects } = parseLine({ bytes, start: at, end: stop, number: 0, byte: 0 }, {});
    for (const object of objects) idsInObject(object, take);
    // What an unreadable line holds is unknown, and it must not name the old session.
    if (objects.length === 0) forEachIdByName(bytes.subarray(at, stop), take);
    at = stop;
  }
}

/** With a stack of its own: a line may be nested deeper than calls can be. */
function idsInObject(object: JsonObject, take: TakeIds): void {
  const waiting: unknown[] = [object];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) for (const each of value) waiting.push(each);
    if (!isObject(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string') takeId(name, member, take);
      else if (!SAID.includes(name)) waiting.push(member);
    }
  }
}

function takeId(name: string, value: string, take: TakeIds): void {
  if (name === 'sessionId') take.session(value);
  else if (name === 'uuid' && value.length === UUID_LENGTH) take.uuid(value);
}

const QUOTE = 34;

function forEachIdByName(line: Buffer, take: TakeIds): void {
  const each = (name: string, found: (id: string) => void) => {
    for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
      const open = line.indexOf(QUOTE, at + name.length);
      const close = line.indexOf(QUOTE, open + 1);
      if (open >= 0 && close - open === UUID_LENGTH + 1) found(line.toString('latin1', open + 1, close));
    }
  };
  each('"uuid"', take.uuid);
  each('"sessionId"', take.session);
}
