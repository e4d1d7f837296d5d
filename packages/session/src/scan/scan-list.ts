import { timeOf } from '../graph/node.js';
import { type LineBytes, parseLine } from '../line/parse.js';
import { readLines, readRange } from '../line/read-lines.js';
import { type Shape, shapeOf } from './line-shape.js';
import { type ListFacts, ListFactsBuilder, ReplyTokens } from './list-facts.js';
import { forEachRegion, newScratch, type Region, type Scratch } from './regions.js';
import { newReplyBytes } from './reply-shape.js';
import { Suspects } from './suspects.js';

export type { ListFacts } from './list-facts.js';

const LINE_FEED = 10;
const QUOTE = 34;
const UUID = Buffer.from('"uuid"');

/** A session's file and those of its sub-agents, whose replies count too. */
export interface ListedFiles {
  main: string;
  agents: readonly string[];
  /** Size of the main file when it was listed. */
  size: number;
}

/** List facts of many sessions from bytes: lines that a list does not show are not parsed. */
export class ListScanner {
  private readonly scratch: Scratch = newScratch();
  private readonly reply = newReplyBytes();

  scan(files: ListedFiles): ListFacts {
    const tokens = new ReplyTokens();
    const main = new ListFactsBuilder(tokens);
    this.scanFile(files.main, main);
    for (const agent of files.agents) this.scanFile(agent, new ListFactsBuilder(tokens));
    const facts = main.finish(lastTimeIn(files.main, files.size), () => this.uuidsOf(files.main));
    return { ...facts, tokens: tokens.total() };
  }

  private scanFile(file: string, builder: ListFactsBuilder): void {
    forEachRegion(file, this.scratch, (region) => this.scanRegion(region, builder));
  }

  private scanRegion(region: Region, builder: ListFactsBuilder): void {
    const { bytes, start, end } = region;
    const suspects = new Suspects(bytes, start, end);
    let at = start;
    while (at < end) {
      const newline = bytes.indexOf(LINE_FEED, at);
      const stop = newline < 0 || newline >= end ? end : newline;
      const isPlain = builder.knowsHead && !suspects.isDoubtful(at, stop);
      const next = Math.min(stop + 1, end);
      const shape = isPlain ? shapeOf(bytes, at, stop, this.reply) : 'parse';
      this.addLine(shape, { bytes, start: at, end: next, number: 0, byte: 0 }, builder);
      at = next;
    }
  }

  private addLine(shape: Shape, line: LineBytes, builder: ListFactsBuilder): void {
    switch (shape) {
      case 'aside':
        break;
      case 'tool_result':
        builder.addToolResult(this.reply.isSidechain);
        break;
      case 'reply':
        builder.addReply(this.reply);
        break;
      case 'parse':
        for (const object of parseLine(line, {}).objects) builder.addObject(object);
    }
  }

  private uuidsOf(file: string): Set<string> {
    const uuids = new Set<string>();
    forEachRegion(file, this.scratch, ({ bytes, start, end }) => {
      for (let at = bytes.indexOf(UUID, start); at >= 0 && at < end; at = bytes.indexOf(UUID, at + 1)) {
        const open = bytes.indexOf(QUOTE, at + UUID.length);
        const close = bytes.indexOf(QUOTE, open + 1);
        if (open > 0 && close > 0 && close < end) uuids.add(bytes.toString('latin1', open + 1, close));
      }
    });
    return uuids;
  }
}

const TAIL = 4 * 1024;

/** The time on the last line that has one: found from the end, so that most of the file is not read for it. */
function lastTimeIn(file: string, size: number): number {
  for (let length = TAIL; ; length *= 16) {
    const from = Math.max(0, size - length);
    const time = lastTimeOf(readRange(file, from, size - from), from > 0);
    if (!Number.isNaN(time) || from === 0) return time;
    if (length > 16 * 1024 * 1024) return lastTimeByReading(file);
  }
}

function lastTimeOf(bytes: Uint8Array, isCut: boolean): number {
  let end = bytes.length;
  while (end > 0) {
    // The line's own newline does not begin it; a negative place would count from the end of the array.
    const last = bytes[end - 1] === LINE_FEED ? end - 2 : end - 1;
    const start = last < 0 ? 0 : bytes.lastIndexOf(LINE_FEED, last) + 1;
    if (start === 0 && isCut) return Number.NaN;
    const parsed = parseLine({ bytes, start, end, number: 0, byte: 0 }, {});
    for (const object of parsed.objects.toReversed()) {
      const time = timeOf(object['timestamp']);
      if (!Number.isNaN(time)) return time;
    }
    end = start;
  }
  return Number.NaN;
}

function lastTimeByReading(file: string): number {
  let last = Number.NaN;
  for (const line of readLines(file)) {
    for (const object of line.objects) {
      const time = timeOf(object['timestamp']);
      if (!Number.isNaN(time)) last = time;
    }
  }
  return last;
}
