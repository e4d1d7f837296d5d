import { createHash } from 'node:crypto';
import { blocksOf } from '../../format/block.js';
import { type Entry, isAssistant } from '../../format/entry.js';
import { paths } from '../../format/paths.js';
import type { Node } from '../../model/node.js';
import type { Session } from '../../model/session.js';
import type { Fields } from '../../read/fields.js';
import type { Line } from '../../read/line.js';
import { LineReader, type LineTaker, parsedFields } from '../../read/line-reader.js';
import { savedSpans } from '../../read/parse.js';

/** What repair needs about a file besides its nodes. */
export interface Survey {
  damaged: DamagedLine[];
  /** The session id on each line, by node. */
  sessionIds: (string | undefined)[];
  /** Nodes that name the session they were forked from. */
  forked: ReadonlySet<number>;
  /** How many of a reply's blocks are thinking without a signature, by node. */
  hollow: ReadonlyMap<number, number>;
  /** Calls that are answered inside a reply, where the client also looks. */
  answeredInReplies: ReadonlySet<string>;
  /** By node, for lines whose uuid occurs more than once in the file. */
  copies: ReadonlyMap<number, CopyFacts>;
}

export interface DamagedLine {
  line: number;
  /** The offset of the first fault. */
  byte: number;
  objects: number;
  hasNul: boolean;
  /** Bytes outside whole objects. */
  lostBytes: number;
  what: string;
}

/** Enough to determine whether two lines have the same content. */
export interface CopyFacts {
  body: string;
  /** One hash per content block. */
  blocks: string[];
}

/** Reads the lines of a session once. `nodes`: the nodes of these lines. */
export function surveyLines(nodes: readonly Node[], lines: Iterable<Line>): Survey {
  const surveyor = new Surveyor(nodes);
  for (const line of lines) surveyor.parsed(line);
  return surveyor;
}

/** Reads the part of a file that the session was read from, without parsing every line. */
export function surveyFile({ nodes, size }: Session, file: string): Survey {
  const surveyor = new Surveyor(nodes);
  new LineReader(surveyor, { thorough: true }).read(file, size);
  return surveyor;
}

const { content } = paths.message;
const block = content.each;

class Surveyor implements Survey, LineTaker {
  readonly damaged: DamagedLine[] = [];
  readonly sessionIds: (string | undefined)[] = [];
  readonly forked = new Set<number>();
  readonly hollow = new Map<number, number>();
  readonly answeredInReplies = new Set<string>();
  readonly copies = new Map<number, CopyFacts>();
  private readonly names = new Map<string, string>();
  private readonly repeated: ReadonlySet<string>;
  private at = 0;

  constructor(private readonly nodes: readonly Node[]) {
    this.repeated = repeatedUuids(nodes);
  }

  walked(fields: Fields): void {
    this.seeEntry(fields, this.at++);
  }

  parsed(line: Line): void {
    const damaged = damageOf(line);
    if (damaged) this.damaged.push(damaged);
    for (const object of line.objects) this.seeEntry(parsedFields(object), this.at++);
  }

  private seeEntry(fields: Fields, index: number): void {
    const sessionId = fields.text(paths.sessionId);
    this.sessionIds.push(sessionId === undefined ? undefined : this.shared(sessionId));
    if (fields.isTruthy(paths.forkedFrom)) this.forked.add(index);
    const node = this.nodes[index];
    if (node?.uuid !== undefined && this.repeated.has(node.uuid)) {
      this.copies.set(index, copyFacts(fields.object() as Entry));
    }
    if (node?.reply) this.seeReply(fields, index);
  }

  private seeReply(fields: Fields, index: number): void {
    let hollow = 0;
    for (let at = fields.count(content) - 1; at >= 0; at--) {
      const item = fields.item(content, at);
      const isThinking = item.is(block.type, 'thinking') && item.isText(block.thinking);
      if (isThinking && !item.isTruthy(block.signature)) hollow++;
      const answered = item.is(block.type, 'tool_result') ? item.text(block.tool_use_id) : undefined;
      if (answered !== undefined) this.answeredInReplies.add(answered);
    }
    if (hollow > 0) this.hollow.set(index, hollow);
  }

  /** Returns one shared string per session id, because every line repeats it. */
  private shared(sessionId: string): string {
    const known = this.names.get(sessionId);
    if (known !== undefined) return known;
    this.names.set(sessionId, sessionId);
    return sessionId;
  }
}

function repeatedUuids(nodes: readonly Node[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { uuid } of nodes) {
    if (uuid === undefined) continue;
    if (seen.has(uuid)) repeated.add(uuid);
    seen.add(uuid);
  }
  return repeated;
}

/** Not called for lines above the reader's limit, which are not read. */
function damageOf(line: Line): DamagedLine | undefined {
  if (!line.bytes || (line.state !== 'recovered' && line.state !== 'skipped')) return undefined;
  const faults = line.problems.filter((problem) => DAMAGE.has(problem.kind));
  const saved = savedSpans(line.bytes).reduce((sum, span) => sum + span.end - span.start, 0);
  const ending = line.bytes.at(-1) === LINE_FEED ? 1 : 0;
  return {
    line: line.number,
    byte: faults[0]?.byte ?? line.byte,
    objects: line.objects.length,
    hasNul: faults.some((fault) => fault.kind === 'nul'),
    lostBytes: line.length - saved - ending,
    what: [...new Set(faults.map((fault) => fault.message))].slice(0, MAX_MESSAGES).join(', '),
  };
}

const DAMAGE: ReadonlySet<string> = new Set(['nul', 'glued', 'torn', 'bad_json', 'not_object']);
const MAX_MESSAGES = 4;
const LINE_FEED = 10;

/** Members that do not count as content: a copy may have a later time or another session. */
const ENVELOPE = [
  'uuid',
  'parentUuid',
  'timestamp',
  'sessionId',
  'session_id',
  'userType',
  'cwd',
  'version',
  'gitBranch',
  'slug',
  'entrypoint',
  'forkedFrom',
  'requestSessionId',
];

function copyFacts(entry: Entry): CopyFacts {
  const body = Object.entries(entry).filter(([key]) => !ENVELOPE.includes(key));
  const blocks = isAssistant(entry) ? blocksOf(entry.message.content) : [];
  return { body: hashOf(body), blocks: blocks.map(hashOf) };
}

function hashOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64');
}
