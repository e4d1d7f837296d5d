import { type ExtraFacts, type NodeFacts, timeOf } from '../graph/node.js';
import { decode } from '../line/decode.js';
import { replyIn, resultsIn } from './message-outline.js';
import { At, digestAt, LINE, type OutlineKernel, recordAt } from './outline-kernel.js';

/** The same numbers as in assembly/line-kind.ts. */
const Kind = {
  parsed: 0,
  user: 1,
  assistant: 2,
  system: 3,
  attachment: 4,
  progress: 5,
  history: 6,
  leaf: 7,
  lastPrompt: 8,
  queue: 9,
} as const;
/** The same as in assembly/digest-lines.ts. */
const IS_SIDECHAIN = 1;
const IS_META = 2;
const IS_ODD_TIME = 8;
const NULL = 0xffffffff;

/**
 * What the graph has to know of a line, from what the kernel says of it. The same as parsing the line would give, or
 * undefined where only parsing can tell: a test holds both against each other.
 */
export class LineOutline {
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
  /** The same for all lines of an agent's file. */
  private ofAgent: ExtraFacts | undefined;

  /** Of the line that a digest of this kernel is about. Valid until the next is asked for. */
  facts(kernel: OutlineKernel, index: number): NodeFacts | undefined {
    const { words, texts } = kernel;
    const at = digestAt(index);
    const kind = words[at] ?? Kind.parsed;
    if (kind === Kind.parsed) return undefined;
    const parent = words[at + 3] ?? 0;
    const flags = words[at + 4] ?? 0;
    const facts = this.found;
    facts.type = texts[words[at + 1] ?? 0] ?? '';
    facts.subtype = texts[words[at + 6] ?? 0];
    facts.uuid = texts[words[at + 2] ?? 0];
    facts.parentUuid = parent === NULL ? null : texts[parent];
    facts.time = (flags & IS_ODD_TIME) === 0 ? (kernel.doubles[(at >> 1) + 5] ?? Number.NaN) : oddTime(kernel, index);
    facts.isSidechain = (flags & IS_SIDECHAIN) !== 0;
    facts.user = undefined;
    facts.reply = undefined;
    if (kind === Kind.assistant) facts.reply = replyIn(kernel, at);
    else if (kind === Kind.user) {
      const results = resultsIn(kernel, at);
      const isMeta = (flags & IS_META) !== 0;
      facts.user = { words: 'tool_result', results, blocks: words[at + 15] ?? 0, isMeta, isTextOnly: false };
    }
    facts.extra = this.extraOf(kernel, at, kind);
    return facts;
  }

  private extraOf({ words, texts }: OutlineKernel, at: number, kind: number): ExtraFacts | undefined {
    const agentId = texts[words[at + 5] ?? 0];
    const value = texts[words[at + 7] ?? 0];
    if (kind === Kind.queue) {
      const queue = { operation: value ?? '', content: texts[words[at + 8] ?? 0] };
      return agentId === undefined ? { queue } : { agentId, queue };
    }
    if (value !== undefined) {
      const extra: ExtraFacts = agentId === undefined ? {} : { agentId };
      extra[extraName(kind)] = value;
      return extra;
    }
    if (agentId === undefined) return undefined;
    if (this.ofAgent?.agentId !== agentId) this.ofAgent = { agentId };
    return this.ofAgent;
  }
}

function extraName(kind: number): 'logicalParentUuid' | 'parentToolUseID' | 'messageId' | 'leafUuid' {
  switch (kind) {
    case Kind.system:
      return 'logicalParentUuid';
    case Kind.progress:
      return 'parentToolUseID';
    case Kind.history:
      return 'messageId';
    default:
      return 'leafUuid';
  }
}

const TIMESTAMP = LINE.indexOf('timestamp');

/** Written in another way than the client does. */
function oddTime({ bytes, words }: OutlineKernel, index: number): number {
  const at = recordAt(index) + At.line + 1 + TIMESTAMP * 2;
  return timeOf(JSON.parse(decode(bytes, words[at] ?? 0, words[at + 1] ?? 0)));
}
