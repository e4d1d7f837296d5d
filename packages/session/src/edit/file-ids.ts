import { isUuid } from '../locate/session-id.js';
import { isObject } from '../read/json.js';
import { KnownTexts } from '../read/known-texts.js';
import type { JsonObject } from '../read/line.js';
import { parseLine } from '../read/parse.js';
import { pathSet } from '../read/path.js';
import { type LongLine, type Region, readRegions } from '../read/read-regions.js';
import { lineLimit } from '../read/split.js';
import { WalkedFields } from '../read/walked-fields.js';
import { Walker } from '../read/walker.js';
import { copyRange } from '../write/copy.js';
import { hasEscapedLetters } from './escaped-letters.js';
import { couldContainId } from './id-map.js';
import type { UuidSet } from './uuid-set.js';

/** The ids in a file, at any depth but not in message content, and what else a copy needs to know about it. */
export interface FileIds {
  file: string;
  /** The sessions that lines name. */
  sessions: ReadonlySet<string>;
  /** Whether any line may write an id with escapes, which a byte search does not find. */
  mayHide: boolean;
  /** Whether a copy needs more than new ids, as far as can be determined without opening the session: see planCopy. */
  needsPlan: boolean;
  /** Whether any line has a uuid that is not a UUID and so cannot be replaced in bytes. */
  hasOddIds: boolean;
  /** Numbers of lines that are too long to be read. */
  longLines: readonly number[];
  /** How many bytes were read. */
  size: number;
}

/** Text of people, the model and tools may contain members of the same names. Their ids are not ours. */
const CONTENT_MEMBERS = ['content', 'input', 'toolUseResult'];
const NAMES = ['uuid', 'sessionId'];
const UUID_LENGTH = 36;
const QUOTE = 34;
/** The longest name, id, and what is between them. */
const LONGEST_PAIR = 64;

const members = pathSet({ type: true, message: { content: [{ thinking: true }] } });
const { type, message } = members.paths;

const LIMIT = lineLimit({});

/** Collects ids in one pass over the file. Adds the uuids of its lines to `uuids`. */
export function idsIn(file: string, uuids: UuidSet): FileIds {
  const walker = new Walker(members, { names: NAMES, opaque: CONTENT_MEMBERS });
  const collector = new IdCollector(file, walker, uuids);
  const taker = {
    takeRegion: (region: Region): undefined => collector.takeRegion(region),
    takeLong: (line: LongLine) => collector.takeLong(line),
  };
  readRegions(file, walker, taker, { limit: LIMIT });
  return collector;
}

class IdCollector implements FileIds {
  readonly sessions = new Set<string>();
  mayHide = false;
  needsPlan = false;
  hasOddIds = false;
  readonly longLines: number[] = [];
  size = 0;
  private lines = 0;
  private readonly fields: WalkedFields;
  private readonly texts = new KnownTexts();

  constructor(
    readonly file: string,
    private readonly walker: Walker,
    private readonly uuids: UuidSet,
  ) {
    this.fields = new WalkedFields(walker);
  }

  /** A line too long to parse: finds ids by the names before them. */
  takeLong(line: LongLine): void {
    this.noteLong(line.length);
    let rest = Buffer.alloc(0);
    const write = (piece: Uint8Array) => {
      const bytes = Buffer.concat([rest, piece]);
      this.addByName(bytes);
      rest = bytes.subarray(Math.max(0, bytes.length - LONGEST_PAIR));
    };
    copyRange(this.file, line, { write });
  }

  private noteLong(length: number): void {
    this.longLines.push(++this.lines);
    this.size += length;
  }

  takeRegion({ end }: Region): undefined {
    const { walker } = this;
    for (let from = 0; from < end; ) {
      from = walker.walk(from, end);
      for (let index = 0; index < walker.records; index++) this.takeLine(walker.recordAt(index));
    }
  }

  private takeLine(record: number): void {
    const { walker } = this;
    const { words, bytes } = walker;
    const line = bytes.subarray(words[record + walker.startAt], words[record + walker.endAt]);
    if (line.length > LIMIT) {
      this.noteLong(line.length);
      this.addByName(line);
      return;
    }
    this.lines++;
    this.size += line.length;
    const hasEscapes = ((words[record + walker.escapesAt] ?? 0) & walker.letterEscape) !== 0;
    if (words[record + walker.sureAt] !== 1 || hasEscapes) {
      this.takeParsed(line);
      return;
    }
    walker.forEachNote(record, (name, start, end) => {
      const isUuidText = NAMES[name] === 'uuid' && end - start === UUID_LENGTH + 2;
      if (isUuidText && this.uuids.add(bytes, start + 1)) return;
      this.add(NAMES[name] ?? '', this.texts.at(bytes, start, end));
    });
    this.fields.use(record);
    this.needsPlan ||= needsPlan(this.fields);
  }

  private takeParsed(line: Buffer): void {
    this.mayHide ||= hasEscapedLetters(line);
    const { objects } = parseLine({ bytes: line, start: 0, end: line.length, number: 0, byte: 0 }, {});
    this.needsPlan ||= objects.length > 0;
    for (const object of objects) this.addFrom(object);
    // The content of an unreadable line is unknown, but it must not name the old session.
    if (objects.length === 0) this.addByName(line);
  }

  /** An id that is not a UUID cannot be replaced in bytes: see odd-ids. */
  private add(name: string, id: string | undefined): void {
    if (name === 'uuid') {
      if (id === undefined || !isUuid(id) || !this.uuids.add(Buffer.from(id), 0)) {
        this.needsPlan = true;
        this.hasOddIds = true;
      }
    } else if (name === 'sessionId' && id !== undefined) this.sessions.add(id);
  }

  /** Uses an explicit stack: a line may be nested deeper than the call stack allows. */
  private addFrom(object: JsonObject): void {
    const waiting: unknown[] = [object];
    while (waiting.length > 0) {
      const value = waiting.pop();
      if (Array.isArray(value)) for (const each of value) waiting.push(each);
      if (!isObject(value)) continue;
      for (const [name, member] of Object.entries(value)) {
        if (typeof member === 'string') this.add(name, member);
        else if (!CONTENT_MEMBERS.includes(name)) waiting.push(member);
      }
    }
  }

  private addByName(line: Buffer): void {
    for (const name of NAMES) {
      const key = `"${name}"`;
      for (let at = line.indexOf(key); at >= 0; at = line.indexOf(key, at + 1)) {
        const open = line.indexOf(QUOTE, at + key.length);
        const close = line.indexOf(QUOTE, open + 1);
        if (open >= 0 && close - open === UUID_LENGTH + 1) this.add(name, line.toString('latin1', open + 1, close));
      }
    }
  }
}

/** A record of a request, or a thought that may name an id. */
function needsPlan(fields: WalkedFields): boolean {
  if (fields.text(type)?.startsWith('api-request')) return true;
  const { content } = message;
  for (let index = fields.count(content) - 1; index >= 0; index--) {
    const thought = fields.item(content, index).text(content.each.thinking);
    if (thought !== undefined && couldContainId(thought)) return true;
  }
  return false;
}
