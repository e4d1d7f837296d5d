import type { NodeFacts } from '../graph/make-node.js';
import { type ExtraFacts, timeOf, type UserFacts } from '../graph/node.js';
import { timeAt } from '../scan/reply-shape.js';
import { JsonWalk } from './json-walk.js';
import { KnownTexts } from './known-texts.js';
import { Members } from './members.js';
import { MessageOutline } from './message-outline.js';
import { flagAt } from './value-at.js';

const LINE = [
  'type',
  'uuid',
  'parentUuid',
  'timestamp',
  'isSidechain',
  'message',
  'isMeta',
  'agentId',
  'subtype',
  'attachment',
  'data',
  'toolUseResult',
  'isApiErrorMessage',
  'logicalParentUuid',
  'compactMetadata',
  'messageId',
  'leafUuid',
  'operation',
  'content',
  'parentToolUseID',
] as const;

type Field = (typeof LINE)[number];

const FIELDS = Object.fromEntries(LINE.map((name, field) => [name, field])) as Record<Field, number>;
const { message: MESSAGE, attachment: ATTACHMENT, data: DATA, toolUseResult: TOOL_USE_RESULT } = FIELDS;
const OPEN = 123;
const NULL = 110;
const LINE_FEED = 10;

/**
 * What the graph has to know of a line, from its bytes. The same as parsing the line would give, or undefined where
 * only parsing can tell: a test holds both against each other.
 */
export class LineOutline {
  readonly json = new JsonWalk();
  private readonly members = new Members(LINE);
  readonly texts = new KnownTexts();
  private readonly message = new MessageOutline(this.json, this.texts);
  /** The one member that counts of a line's small objects: an attachment's type, a result's agent. */
  private readonly attachment = new Members(['type']);
  private readonly data = new Members(['type']);
  private readonly result = new Members(['agentId']);

  private readonly skip = (_field: number, at: number): number => this.json.value(at);

  private readonly descend = (field: number, at: number): number => {
    if (this.json.bytes[at] !== OPEN) return this.json.value(at);
    switch (field) {
      case MESSAGE:
        return this.message.read(at);
      case ATTACHMENT:
        return this.attachment.read(this.json, at, this.skip);
      case DATA:
        return this.data.read(this.json, at, this.skip);
      case TOOL_USE_RESULT:
        return this.result.read(this.json, at, this.skip);
      default:
        return this.json.value(at);
    }
  };

  /** Behind the newline of the line that was read last. */
  end = 0;

  /** The line at `start`. The bytes up to `limit` must be UTF-8. */
  read(bytes: Buffer, start: number, limit: number): NodeFacts | undefined {
    const { json, members } = this;
    json.use(bytes);
    json.startLine(limit);
    this.attachment.clear();
    this.data.clear();
    this.result.clear();
    const newline = members.read(json, start, this.descend);
    if (newline < 0 || newline >= limit || bytes[newline] !== LINE_FEED) return undefined;
    this.end = newline + 1;
    return this.facts();
  }

  private facts(): NodeFacts | undefined {
    const type = this.text('type');
    const isSidechain = flagAt(this.json, this.members.start(FIELDS.isSidechain));
    if (type === undefined || isSidechain === undefined) return undefined;
    const facts: NodeFacts = {
      type,
      subtype: undefined,
      uuid: this.text('uuid'),
      parentUuid: this.isNull('parentUuid') ? null : this.text('parentUuid'),
      time: this.time(),
      isSidechain,
      user: undefined,
      reply: undefined,
      extra: undefined,
    };
    return this.complete(facts) ? facts : undefined;
  }

  /** What depends on the type. False when only parsing can tell. */
  private complete(facts: NodeFacts): boolean {
    const agentId = this.text('agentId');
    if (agentId !== undefined) facts.extra = { agentId };
    switch (facts.type) {
      case 'user':
        facts.user = this.userFacts();
        return facts.user !== undefined;
      case 'assistant':
        if (!this.isObject(MESSAGE)) return false;
        facts.reply = this.message.replyFacts(this.isTrue('isApiErrorMessage'));
        return true;
      case 'system':
        if (this.members.has(FIELDS.compactMetadata)) return false;
        facts.subtype = this.text('subtype');
        return this.keep(facts, 'logicalParentUuid');
      case 'attachment':
        if (this.isObject(ATTACHMENT)) facts.subtype = this.textOf(this.attachment, 0);
        return true;
      case 'progress':
        return this.completeProgress(facts);
      case 'file-history-snapshot':
      case 'file-history-delta':
        return this.keep(facts, 'messageId');
      case 'last-prompt':
      case 'summary':
        return this.keep(facts, 'leafUuid');
      case 'queue-operation':
        facts.extra = {
          ...facts.extra,
          queue: { operation: this.text('operation') ?? '', content: this.text('content') },
        };
        return true;
      default:
        return true;
    }
  }

  /** Results only: whose words other lines hold is told by reading them. */
  private userFacts(): UserFacts | undefined {
    const { message } = this;
    const isMeta = flagAt(this.json, this.members.start(FIELDS.isMeta));
    if (!this.isObject(MESSAGE) || message.results.length === 0 || isMeta === undefined) return undefined;
    const agentId = this.isObject(TOOL_USE_RESULT) ? this.textOf(this.result, 0) : undefined;
    for (const result of message.results) result.agentId = agentId;
    return { words: 'tool_result', results: message.results, blocks: message.blocks, isMeta };
  }

  /** An agent's progress holds a whole line of that agent. */
  private completeProgress(facts: NodeFacts): boolean {
    if (this.isObject(DATA)) facts.subtype = this.textOf(this.data, 0);
    return facts.subtype !== 'agent_progress' && this.keep(facts, 'parentToolUseID');
  }

  private keep(
    facts: NodeFacts,
    field: keyof ExtraFacts & ('logicalParentUuid' | 'messageId' | 'leafUuid' | 'parentToolUseID'),
  ): true {
    const value = this.text(field);
    if (value !== undefined) facts.extra = { ...facts.extra, [field]: value };
    return true;
  }

  private textOf(members: Members, field: number): string | undefined {
    return this.texts.at(this.json.bytes, members.start(field), members.end(field));
  }

  private time(): number {
    const start = this.members.start(FIELDS.timestamp);
    const time = start === 0 ? Number.NaN : timeAt(this.json.bytes, start);
    return Number.isNaN(time) ? timeOf(this.text('timestamp')) : time;
  }

  private text(field: Field): string | undefined {
    return this.textOf(this.members, FIELDS[field]);
  }

  private isTrue(field: Field): boolean {
    return this.members.has(FIELDS[field]) && this.json.bytes[this.members.start(FIELDS[field])] === 116;
  }

  private isNull(field: Field): boolean {
    return this.members.has(FIELDS[field]) && this.json.bytes[this.members.start(FIELDS[field])] === NULL;
  }

  private isObject(field: number): boolean {
    return this.members.has(field) && this.json.bytes[this.members.start(field)] === OPEN;
  }
}
