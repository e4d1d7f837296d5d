import { LineKernel } from './line-kernel.js';
import { LineLessons } from './line-lessons.js';
import { Field, Stop } from './line-memory.js';
import { takeMarkedLine } from './marked-line.js';
import { newPromptBytes, type PromptBytes, readPrompt } from './prompt-shape.js';
import type { Region } from './regions.js';
import type { ReplyBytes } from './reply-shape.js';
import { ReplyTable } from './reply-table.js';

type Lines = Pick<Region, 'bytes' | 'start' | 'end'>;

/** Takes what the lines of a region are, in their order. */
export interface ListTaker {
  /** What lines were that need no other word; see `Run`. */
  run(run: number): void;
  /** One that is not among the replies yet. */
  reply(reply: ReplyBytes): void;
  toolResult(isSidechain: boolean): void;
  /** A person's prompt in [start, stop); it is reused for the next one. */
  prompt(prompt: PromptBytes, start: number, stop: number): void;
  /** What a compaction left of the conversation in [start, stop), and what the line says, as a prompt's does. */
  summary(said: PromptBytes, start: number, stop: number): void;
  /** Not a shape known well enough: the line in [start, stop) is to be read for real. */
  other(start: number, stop: number): void;
}

/** Tells what a list needs to know of lines, fast when they are like those before. */
export class ListReader {
  /** Regions are read into its memory. */
  readonly kernel = new LineKernel();
  readonly replies = new ReplyTable(this.kernel);
  private readonly lessons = new LineLessons(this.kernel);
  private readonly known = newPromptBytes();

  take({ bytes, start, end }: Lines, taker: ListTaker): void {
    const { kernel } = this;
    let at = start;
    while (at < end) {
      const { why, at: stop, lineEnd } = kernel.scan('scan', bytes, at, end);
      const run = kernel.header(Field.run);
      if (run !== 0) {
        this.lessons.paid();
        kernel.setHeader(Field.run, 0);
        taker.run(run);
      }
      if (why === Stop.done) return;
      at = lineEnd + 1;
      if (why === Stop.prompt) taker.prompt(this.said(), stop, lineEnd);
      else if (why === Stop.summary) taker.summary(this.said(), stop, lineEnd);
      else if (why === Stop.words) this.takeWords(bytes, stop, lineEnd, taker);
      else if (why === Stop.unknown) this.takeUnknown(bytes, stop, lineEnd, taker);
      else if (why === Stop.doubtful) taker.other(stop, lineEnd);
      else {
        this.replies.makeRoom();
        at = stop;
      }
    }
  }

  /** Only what counts tokens is looked at, as in a `LineReader`. */
  takeMarked({ bytes, start, end }: Lines, taker: Pick<ListTaker, 'reply' | 'other'>): void {
    let at = start;
    while (at < end) {
      const { why, at: stop, lineEnd } = this.kernel.scan('countMarked', bytes, at, end);
      if (why === Stop.done) return;
      at = lineEnd + 1;
      if (why === Stop.unknown) takeMarkedLine(this.lessons, bytes, stop, lineEnd, taker);
      else if (why === Stop.marked) taker.other(stop, lineEnd);
      else {
        this.replies.makeRoom();
        at = stop;
      }
    }
  }

  /** What the kernel read of a user line. */
  private said(): PromptBytes {
    const { kernel, known } = this;
    known.branchAt = Math.max(0, kernel.headerPlace(Field.prompt));
    known.branchEnd = kernel.headerPlace(Field.prompt + 1);
    known.versionAt = Math.max(0, kernel.headerPlace(Field.prompt + 2));
    known.versionEnd = kernel.headerPlace(Field.prompt + 3);
    known.isSidechain = kernel.header(Field.prompt + 4) === 1;
    this.lessons.paid();
    return known;
  }

  /** Somebody's words, with members that the kernel does not read. */
  private takeWords(bytes: Buffer, start: number, stop: number, taker: ListTaker): void {
    if (readPrompt(bytes, start, stop, this.known)) taker.prompt(this.known, start, stop);
    else taker.other(start, stop);
  }

  private takeUnknown(bytes: Buffer, start: number, stop: number, taker: ListTaker): void {
    const shape = this.lessons.shapeOf(bytes, start, stop);
    const { reply, prompt } = this.lessons.read;
    if (shape === 'tool_result') taker.toolResult(reply.isSidechain);
    else if (shape === 'prompt') taker.prompt(prompt, start, stop);
    // Replies, too: what stands inside of one was not looked at, and it may not be sound.
    else if (shape !== 'aside') taker.other(start, stop);
  }
}
