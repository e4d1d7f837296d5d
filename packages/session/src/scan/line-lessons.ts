import { decode } from '../line/decode.js';
import { isObject, parse } from '../line/json.js';
import { learnHead } from './line-head.js';
import { ASIDE, type LineKernel, READ, RESULT, WORDS } from './line-kernel.js';
import { newLineBytes, type Shape, shapeOf } from './line-shape.js';
import { learnTail } from './line-tail.js';

/** What the beginning of a reply's line says. */
interface KnownHead {
  /** -1 when it does not say it. */
  sidechain: number;
  model: string;
  isSynthetic: boolean;
}

/** What its end says. */
interface KnownTail {
  sidechain: number;
  isFast: boolean;
  isUs: boolean;
}

const KINDS = { tool_result: RESULT, aside: ASIDE, prompt: WORDS, read: READ } as const;
/** Learning costs more than reading: it has to pay. */
const MAX_IDLE_LESSONS = 32;
const PARENT = Buffer.from('{"parentUuid":');

/** Reads the lines that a kernel does not recognise, and teaches it their forms. */
export class LineLessons {
  /** What the line said that was read last; reused from line to line. */
  readonly read = newLineBytes();
  /** By the numbers in the kernel's records. */
  readonly heads: KnownHead[] = [];
  readonly tails: KnownTail[] = [];
  private idle = 0;

  constructor(private readonly kernel: LineKernel) {}

  /** Lines were recognised. */
  paid(): void {
    this.idle = 0;
  }

  shapeOf(bytes: Buffer, start: number, end: number): Shape {
    const { read } = this;
    read.reply.contentAt = 0;
    const shape = shapeOf(bytes, start, end, read);
    if (shape !== 'parse' && this.idle < MAX_IDLE_LESSONS) this.learn(shape, bytes, start, end);
    return shape;
  }

  private learn(shape: Exclude<Shape, 'parse'>, bytes: Buffer, start: number, end: number): void {
    const { kernel } = this;
    const { reply, free } = this.read;
    const parent = behindParent(bytes, start);
    const from = parent < 0 ? start : parent;
    this.idle++;
    if (shape === 'reply') this.learnReply(bytes, start, parent, end);
    else if (reply.contentAt > from) {
      const begins = parent < 0 ? 'line' : 'behind parent';
      kernel.learnHead(learnHead(bytes, from, reply.contentAt, free), KINDS[shape], reply.isSidechain, begins);
    }
  }

  private learnReply(bytes: Buffer, lineStart: number, from: number, end: number): void {
    const { kernel } = this;
    const { reply, before, free } = this.read;
    // Other lines are taken to be sound because this one is.
    const isSound = !reply.isForked && from >= 0 && isObject(parse(decode(bytes, lineStart, end)));
    const tail = !isSound ? undefined : learnTail(bytes, reply.usageAt, end);
    if (!tail) return;
    free.push(reply.idAt, reply.idEnd);
    const { model, isSynthetic, isFast, isUs } = reply;
    const { sidechain, isAssistant } = before;
    const bytesOfHead = learnHead(bytes, from, reply.contentAt, free, reply.idAt);
    const said = saying(sidechain >= 0, isAssistant);
    const head = kernel.learnReplyHead(bytesOfHead, { sidechain, said, isSynthetic });
    if (head >= 0) this.heads[head] = { sidechain, model, isSynthetic };
    const saysSidechain = tail.names.has('isSidechain');
    // What the line says of side chains was read; it is the tail's to say if it has the word.
    const inTail = saysSidechain ? Number(reply.isSidechain) : -1;
    const at = kernel.learnTail(tail, { sidechain: inTail, said: saying(saysSidechain, tail.names.has('type')) });
    if (at >= 0) this.tails[at] = { sidechain: inTail, isFast, isUs };
  }
}

/** What a head or a tail says of a reply; together they must say all. */
function saying(sidechain: boolean, type: boolean): number {
  return Number(sidechain) + 2 * Number(type);
}

/** Where a line goes on behind its parent, which is all that differs between beginnings; -1 when it begins otherwise. */
function behindParent(bytes: Buffer, start: number): number {
  if (bytes.compare(PARENT, 0, PARENT.length, start, start + PARENT.length) !== 0) return -1;
  const value = start + PARENT.length;
  return bytes[value] === 34 ? value + 38 : value + 4;
}
