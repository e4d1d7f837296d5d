import type { NodeFacts } from '../graph/make-node.js';
import { type ExtraFacts, timeOf, type UserFacts } from '../graph/node.js';
import { timeAt } from '../scan/reply-shape.js';
import { KnownTexts } from './known-texts.js';
import { MessageOutline } from './message-outline.js';
import { At, LINE, NO_MEMORY, type RecordMemory } from './outline-kernel.js';
import { Members } from './record-members.js';

type Field = (typeof LINE)[number];

const FIELDS = Object.fromEntries(LINE.map((name, field) => [name, field])) as Record<Field, number>;
const NAMES = [FIELDS.uuid, FIELDS.parentUuid, FIELDS.timestamp];
const QUOTE = 34;
const OPEN = 123;
const NULL = 110;
const TRUE = 116;
const FALSE = 102;

/**
 * What the graph has to know of a line, from what the kernel noted of it. The same as parsing the line would give, or
 * undefined where only parsing can tell: a test holds both against each other.
 */
export class LineOutline implements RecordMemory {
  private readonly members: Members;
  /** The one member that counts of a line's small objects: an attachment's type, a result's agent. */
  private readonly small: Members;
  private readonly message: MessageOutline;
  bytes = NO_MEMORY.bytes;
  words = NO_MEMORY.words;
  private record = 0;
  /** Used again for each line: whoever keeps something of it makes an object of its own. */
  private readonly found: NodeFacts = {
    type: '',
    subtype: undefined,
    uuid: undefined,
    parentUuid: undefined,
    time: 0,
    isSidechain: false,
    user: undefined,
    reply: undefined,
    extra: undefined,
  };

  constructor(readonly texts: KnownTexts = new KnownTexts()) {
    this.members = new Members(texts);
    this.small = new Members(texts);
    this.message = new MessageOutline(texts);
  }

  /** Of the line that a record of this kernel is about. Valid until the next is asked for. */
  facts({ bytes, words }: RecordMemory, record: number): NodeFacts | undefined {
    this.bytes = bytes;
    this.words = words;
    this.record = record;
    this.members.use(this, record + At.line);
    const type = this.text('type');
    const isSidechain = this.flag('isSidechain');
    if (type === undefined || isSidechain === undefined || this.hasOddNames()) return undefined;
    const facts = this.found;
    facts.type = type;
    facts.subtype = undefined;
    facts.uuid = this.text('uuid');
    facts.parentUuid = this.first('parentUuid') === NULL ? null : this.text('parentUuid');
    facts.time = this.time();
    facts.isSidechain = isSidechain;
    facts.user = undefined;
    facts.reply = undefined;
    facts.extra = undefined;
    return this.complete(facts) ? facts : undefined;
  }

  /** Names that are neither texts nor null, or a time that is no text. */
  private hasOddNames(): boolean {
    for (const field of NAMES) {
      const first = this.members.first(field);
      if (first !== undefined && first !== QUOTE && (first !== NULL || field === FIELDS.timestamp)) return true;
    }
    return false;
  }

  /** Holds on to no kernel's memory any more: that may be megabytes after a long line. */
  letGo(): void {
    this.bytes = NO_MEMORY.bytes;
    this.words = NO_MEMORY.words;
    this.members.use(NO_MEMORY, 0);
    this.small.use(NO_MEMORY, 0);
    this.message.letGo();
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
        if (this.first('message') !== OPEN) return false;
        this.message.use(this, this.record);
        facts.reply = this.message.replyFacts(this.first('isApiErrorMessage') === TRUE);
        return true;
      case 'system':
        if (this.members.has(FIELDS.compactMetadata)) return false;
        facts.subtype = this.text('subtype');
        return this.keep(facts, 'logicalParentUuid');
      case 'attachment':
        facts.subtype = this.textIn('attachment', At.attachment);
        return true;
      case 'progress':
        return this.completeProgress(facts);
      case 'file-history-snapshot':
      case 'file-history-delta':
        return this.keep(facts, 'messageId');
      case 'last-prompt':
        if (this.members.has(FIELDS.leafUuid) && this.first('leafUuid') !== QUOTE) return false;
        return this.keep(facts, 'leafUuid');
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
    const isMeta = this.flag('isMeta');
    if (this.first('message') !== OPEN || isMeta === undefined) return undefined;
    message.use(this, this.record);
    const results = message.results(this.textIn('toolUseResult', At.result));
    if (results.length === 0) return undefined;
    return { words: 'tool_result', results, blocks: message.blocks, isMeta, isTextOnly: false };
  }

  /** An agent's progress holds a whole line of that agent. */
  private completeProgress(facts: NodeFacts): boolean {
    facts.subtype = this.textIn('data', At.data);
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

  private time(): number {
    const start = this.members.start(FIELDS.timestamp);
    const time = start === 0 ? Number.NaN : timeAt(this.bytes, start);
    return Number.isNaN(time) ? timeOf(this.text('timestamp')) : time;
  }

  private text(field: Field): string | undefined {
    return this.members.text(FIELDS[field]);
  }

  /** The text that counts of a small object. */
  private textIn(field: Field, at: number): string | undefined {
    if (this.first(field) !== OPEN) return undefined;
    this.small.use(this, this.record + at);
    return this.small.text(0);
  }

  /** What a flag says; undefined when it is no flag. A flag that is not there is not set. */
  private flag(field: Field): boolean | undefined {
    const first = this.first(field);
    if (first === undefined || first === FALSE || first === NULL) return false;
    return first === TRUE ? true : undefined;
  }

  private first(field: Field): number | undefined {
    return this.members.first(FIELDS[field]);
  }
}
