import { type Entry, isUser } from '../../format/entry.js';
import { userFacts } from '../../graph/facts.js';
import type { ExtraFacts } from '../../graph/node.js';
import { isObject, parse } from '../../line/json.js';
import type { JsonObject } from '../../line/line.js';
import { lineLimit } from '../../line/split.js';
import { SYNTHETIC } from '../../message/reply.js';
import { KnownTexts } from '../../outline/known-texts.js';
import { At, LINE } from '../../outline/outline-kernel.js';
import { Members } from '../../outline/record-members.js';
import type { Window } from '../../outline/windows.js';
import { ParsedFields } from '../../read/fields.js';
import { oneLine } from '../../turn/one-line.js';
import type { StartSign } from '../../turn/starts.js';
import { wordsOf } from '../../turn/words.js';
import { Followed } from '../follow-kernel.js';
import { GraphLines } from '../graph-lines.js';
import type { KernelIds } from '../kernel-ids.js';
import { ColumnRoom, type Columns } from './column-room.js';

const FIELDS = Object.fromEntries(LINE.map((name, field) => [name, field])) as Record<(typeof LINE)[number], number>;
/** What a result takes in the kernel's lists, in words, and where its size stands. */
const RESULT = 6;
const RESULT_SIZE = 3;
const RESULT_CONTENT = 4;
/** Of a message, by its place in the kernel's lists of names. */
const MODEL = 1;
const LIMIT = lineLimit({});
const [TRUE, FALSE, NULL] = [116, 102, 110];
/** What most lines say, as it is written on them. */
const [ASSISTANT, USER] = ['"assistant"', '"user"'].map((json) => Buffer.from(json)) as [Buffer, Buffer];

/** What an edit asks of a line's type. */
export const Kind = { other: 0, results: 1, words: 2, reply: 3, attachment: 4, queued: 5, stale: 6 } as const;

export const Flag = {
  sidechain: 1,
  /** Nothing but thoughts. */
  thinkingOnly: 2,
  /** Nothing but text. */
  textOnly: 4,
  /** Nothing but results whose sizes are known. */
  plain: 8,
  /** Its parent is none that `parentUuid` names. */
  indirect: 16,
} as const;

export const SIGNS: readonly StartSign[] = [
  'aside',
  'prompt',
  'command',
  'command_output',
  'reply',
  'tool_result',
  'interruption',
];

const [REPLY, TOOL_RESULT] = [SIGNS.indexOf('reply'), SIGNS.indexOf('tool_result')];

/** Something was put into the queue. */
export const ENQUEUED = 7;

/** What few lines have. */
export type RareFacts = Pick<ExtraFacts, 'logicalParentUuid' | 'leafUuid' | 'compactMetadata'>;

/**
 * What a great session's edits have to know of its lines, as columns of numbers: a line is a place in each of them. Only
 * of files in which every line is one whole object of a shape that is known well; of all others it says nothing.
 */
export class LineColumns extends GraphLines {
  count = 0;
  readonly room: ColumnRoom;
  /** What a person asked, on one line; for lines that a turn can start with. */
  readonly asked = new Map<number, string>();
  /** What was put into the queue. */
  readonly enqueued = new Map<number, string>();
  readonly rare = new Map<number, RareFacts>();
  /** Parents that no id before was. */
  readonly lateParents = new Map<number, string>();
  hasLastPrompt = false;
  private isKnown = true;
  private columns: Columns;
  private readonly texts = new KnownTexts();
  private readonly line = new Members(this.texts);
  private readonly inner = new Members(this.texts);

  constructor(ids: KernelIds) {
    super(ids, {}, { windows: 1, wanted: 0 });
    this.kernel.measureResults();
    this.room = new ColumnRoom(this.kernel);
    this.columns = this.room.fit(0);
  }

  /** False when nothing more can be said. */
  takeWindow({ end, byte }: Window): boolean {
    this.takeLines(end, byte);
    return this.isOrdinary;
  }

  get isOrdinary(): boolean {
    return this.isPlain && this.isKnown && this.kernel.isOrdinary;
  }

  protected override tookRecords(byte: number): void {
    const { kernel } = this;
    const { records } = kernel;
    this.columns = this.room.fit(this.count + records);
    for (let index = 0; this.isKnown; index++) {
      const first = index;
      index = kernel.takeColumns(byte, first, this.count);
      this.count += index - first;
      if (index === records) break;
      const record = kernel.record(index);
      if (kernel.words[record] !== 1) this.isKnown = false;
      else this.takeRecord(record, byte);
    }
  }

  private takeRecord(record: number, byte: number): void {
    const { columns, kernel, line } = this;
    const { words } = kernel;
    const at = this.count++;
    const start = words[record + 1] ?? 0;
    columns.byte[at] = byte + start;
    const length = (words[record + 2] ?? 0) - start;
    columns.length[at] = length;
    if (length > LIMIT) this.isKnown = false;
    columns.own[at] = words[record + Followed.own] ?? 0;
    columns.parent[at] = words[record + Followed.parent] ?? 0;
    line.use(kernel, record + At.line);
    const side = line.first(FIELDS.isSidechain);
    if (side === TRUE) columns.flags[at] = Flag.sidechain;
    else if (side !== undefined && side !== FALSE && side !== NULL) this.isKnown = false;
    if (columns.parent[at] !== 0) columns.parentAt[at] = line.start(FIELDS.parentUuid) - start;
    if (line.has(FIELDS.sourceToolAssistantUUID)) {
      columns.sourceAt[at] = line.start(FIELDS.sourceToolAssistantUUID) - start;
    }
    if ((columns.parent[at] ?? 0) < 0) this.lateParents.set(at, line.text(FIELDS.parentUuid) ?? '');
    this.takeType(at, record);
  }

  private takeType(at: number, record: number): void {
    const { line } = this;
    if (line.isWritten(FIELDS.type, ASSISTANT)) this.takeReply(at, record);
    else if (line.isWritten(FIELDS.type, USER)) this.takeUser(at, record);
    else this.takeRest(at, record);
  }

  private takeUser(at: number, record: number): void {
    if (!this.takeResults(at, record)) this.takeWords(at, record);
  }

  private takeRest(at: number, record: number): void {
    const { columns, line } = this;
    const type = line.text(FIELDS.type) ?? '';
    switch (type) {
      case 'assistant':
        this.takeReply(at, record);
        return;
      case 'user':
        this.takeUser(at, record);
        return;
      case 'attachment':
        columns.kind[at] = this.attached(record) === 'queued_command' ? Kind.queued : Kind.attachment;
        return;
      case 'system':
        this.takeSystem(at, record);
        return;
      case 'file-history-snapshot':
      case 'file-history-delta':
        this.hangOn(at, line.text(FIELDS.messageId));
        return;
      case 'queue-operation':
        if (line.text(FIELDS.operation) === 'enqueue') this.enqueue(at, line.text(FIELDS.content));
        return;
      case 'summary':
        this.takeSummary(at, line.text(FIELDS.leafUuid));
        return;
      case 'last-prompt':
        this.hasLastPrompt = true;
        columns.kind[at] = Kind.stale;
        return;
      default:
        if (type.startsWith('api-request')) columns.kind[at] = Kind.stale;
    }
  }

  private takeReply(at: number, record: number): void {
    const { columns, inner, kernel } = this;
    const { words } = kernel;
    const facts = record + At.facts;
    const blocks = words[facts + 1] ?? 0;
    const thoughts = words[facts + 2] ?? 0;
    inner.use(kernel, record + At.message);
    columns.kind[at] = Kind.reply;
    columns.blocks[at] = words[facts] === 1 ? 1 : blocks;
    columns.thoughts[at] = thoughts;
    columns.sign[at] = inner.text(MODEL) === SYNTHETIC ? 0 : REPLY;
    if (blocks > 0 && thoughts === blocks) columns.flags[at] = (columns.flags[at] ?? 0) | Flag.thinkingOnly;
  }

  /** False when the line has none. */
  private takeResults(at: number, record: number): boolean {
    const { columns, kernel } = this;
    const { words } = kernel;
    const facts = record + At.facts;
    const count = words[facts + 5] ?? 0;
    if (count === 0) return false;
    const blocks = words[facts + 1] ?? 0;
    let largest = 0;
    let isPlain = blocks === count;
    for (let index = 0, result = (words[facts + 6] ?? 0) >> 2; index < count; index++, result += RESULT) {
      const size = words[result + RESULT_SIZE] ?? 0;
      if (size === 0) isPlain = false;
      largest = Math.max(largest, size - 1);
    }
    columns.kind[at] = Kind.results;
    this.takePlaces(at, record);
    columns.sign[at] = TOOL_RESULT;
    columns.blocks[at] = blocks;
    columns.size[at] = largest;
    if (isPlain) columns.flags[at] = (columns.flags[at] ?? 0) | Flag.plain;
    return true;
  }

  /** Where what can be cut stands. */
  private takePlaces(at: number, record: number): void {
    const { columns, kernel, line } = this;
    const { words } = kernel;
    const start = words[record + 1] ?? 0;
    const content = ((words[record + At.facts + 6] ?? 0) >> 2) + RESULT_CONTENT;
    columns.contentAt[at] = (words[content] ?? 0) - start;
    columns.contentEnd[at] = (words[content + 1] ?? 0) - start;
    if (!line.has(FIELDS.toolUseResult)) return;
    columns.resultAt[at] = line.start(FIELDS.toolUseResult) - start;
    columns.resultEnd[at] = line.end(FIELDS.toolUseResult) - start;
  }

  /** Whose words they are is told by reading them. */
  private takeWords(at: number, record: number): void {
    const { columns } = this;
    const entry = this.entryOf(record);
    if (!entry || !isUser(entry)) {
      this.isKnown = false;
      return;
    }
    const { words, isTextOnly, blocks, results } = userFacts(new ParsedFields(entry as unknown as JsonObject));
    if (results.length > 0) this.isKnown = false;
    columns.kind[at] = Kind.words;
    columns.blocks[at] = blocks;
    columns.sign[at] = Math.max(0, (SIGNS as readonly string[]).indexOf(words));
    if (isTextOnly) columns.flags[at] = (columns.flags[at] ?? 0) | Flag.textOnly;
    if (words === 'prompt' || words === 'command') this.asked.set(at, askedIn(entry));
  }

  private takeSystem(at: number, record: number): void {
    const { line } = this;
    const logicalParentUuid = line.text(FIELDS.logicalParentUuid);
    this.hangOn(at, logicalParentUuid);
    if (logicalParentUuid === undefined && !line.has(FIELDS.compactMetadata)) return;
    const metadata = line.has(FIELDS.compactMetadata)
      ? (this.entryOf(record) as { compactMetadata?: unknown } | undefined)?.compactMetadata
      : undefined;
    this.rare.set(at, {
      ...(logicalParentUuid !== undefined && { logicalParentUuid }),
      ...(isObject(metadata) && { compactMetadata: metadata }),
    });
  }

  private takeSummary(at: number, leafUuid: string | undefined): void {
    if (leafUuid !== undefined) this.rare.set(at, { leafUuid });
  }

  /** Where `parentUuid` names no line, it belongs to the one that this id has. */
  private hangOn(at: number, uuid: string | undefined): void {
    const { columns } = this;
    if (uuid === undefined || columns.parent[at] !== 0) return;
    const number = this.ids.kernel.findText(uuid);
    columns.parent[at] = number === 0 ? -1 : number;
    columns.flags[at] = (columns.flags[at] ?? 0) | Flag.indirect;
    if (number === 0) this.lateParents.set(at, uuid);
  }

  private enqueue(at: number, content: string | undefined): void {
    if (content === undefined) return;
    this.enqueued.set(at, content);
    this.columns.sign[at] = ENQUEUED;
  }

  private attached(record: number): string | undefined {
    if (this.line.first(FIELDS.attachment) !== 123) return undefined;
    this.inner.use(this.kernel, record + At.attachment);
    return this.inner.text(0);
  }

  private entryOf(record: number): Entry | undefined {
    const { bytes, words } = this.kernel;
    return parse(bytes.toString('utf8', words[record + 1] ?? 0, words[record + 2] ?? 0)) as Entry | undefined;
  }
}

/** As an outcome shows it. */
export function askedIn(entry: Entry): string {
  if (!isUser(entry)) return '(goes on)';
  const words = wordsOf(entry);
  return oneLine(words.command ? `${words.command.name} ${words.command.args}` : words.text);
}
