import { parseLine } from '../line/parse.js';
import { lastTimeIn, lastTimeOf } from './last-time.js';
import { type ListFacts, ListFactsBuilder } from './list-facts.js';
import { ListReader } from './list-reader.js';
import { forEachRegion, type Region } from './regions.js';

export type { ListFacts } from './list-facts.js';

const LINE_FEED = 10;

/** A session's file and those of its sub-agents, whose replies count too. */
export interface ListedFiles {
  main: string;
  agents: readonly string[];
  /** Size of the main file when it was listed. */
  size: number;
}

/** List facts of many sessions from bytes: lines that a list does not show are not parsed. */
export class ListScanner {
  private readonly reader = new ListReader();

  scan(files: ListedFiles): ListFacts {
    const { replies } = this.reader;
    replies.clear();
    const main = new ListFactsBuilder(replies);
    const endedAt = this.scanMain(files, main);
    for (const agent of files.agents) this.scanAgent(agent, new ListFactsBuilder(replies));
    const facts = main.finish(endedAt, (ids) => this.ownIds(files.main, ids));
    return { ...facts, tokens: replies.total() };
  }

  /** Gives the time on the last line that has one. */
  private scanMain({ main, size }: ListedFiles, builder: ListFactsBuilder): number {
    let time = Number.NaN;
    forEachRegion(main, this.reader.kernel, (region) => {
      this.scanRegion(region, builder);
      const { bytes, start, end, byte } = region;
      builder.findOwn((id) => hasLineOf(bytes.subarray(start, end), id), byte === 0);
      if (byte + end - start >= size) time = lastTimeOf(bytes.subarray(start, end), byte > 0);
    });
    return Number.isNaN(time) ? lastTimeIn(main, size) : time;
  }

  /** Of sub-agents only the tokens count. */
  private scanAgent(file: string, builder: ListFactsBuilder): void {
    forEachRegion(file, this.reader.kernel, (region) => {
      this.reader.takeMarked(region, {
        reply: (reply) => builder.addReply(reply),
        other: readInto(builder, region),
      });
    });
  }

  private scanRegion(region: Region, builder: ListFactsBuilder): void {
    const { bytes, start, end } = region;
    const read = readInto(builder, region);
    let at = start;
    while (at < end && !builder.knowsHead) {
      const newline = bytes.indexOf(LINE_FEED, at);
      const stop = newline < 0 || newline >= end ? end : newline;
      read(at, stop);
      at = stop + 1;
    }
    this.reader.take(
      { bytes, start: at, end },
      {
        run: (run) => builder.addRun(run),
        reply: (reply) => builder.addReply(reply),
        toolResult: (isSidechain) => builder.addToolResult(isSidechain),
        prompt: (prompt, from, stop) => {
          if (!builder.addPrompt(bytes, prompt)) read(from, stop);
        },
        summary: (said) => builder.addSaid(bytes, said),
        other: read,
      },
    );
  }

  /** Which of these ids a line of the file has. */
  private ownIds(file: string, ids: readonly string[]): Set<string> {
    const own = new Set<string>();
    forEachRegion(file, this.reader.kernel, ({ bytes, start, end }) => {
      const region = bytes.subarray(start, end);
      for (const id of ids) if (!own.has(id) && hasLineOf(region, id)) own.add(id);
    });
    return own;
  }
}

/** Has lines read for real. */
function readInto(builder: ListFactsBuilder, { bytes, end }: Region): (from: number, stop: number) => void {
  return (from, stop) => {
    const line = { bytes, start: from, end: Math.min(stop + 1, end), number: 0, byte: 0 };
    for (const object of parseLine(line, {}).objects) builder.addObject(object);
  };
}

/** An id also stands where lines name their parents, and in what they hold: the line itself is asked. */
function hasLineOf(bytes: Buffer, id: string): boolean {
  for (let at = bytes.indexOf(id); at >= 0; at = bytes.indexOf(id, at + 1)) {
    const before = bytes.toString('latin1', Math.max(0, at - LONGEST_KEY), at);
    if (/"uuid"\s*:\s*"$/.test(before) && isLineOf(bytes, at, id)) return true;
  }
  // Keys and ids may be written with escapes.
  for (let at = bytes.indexOf(ESCAPE); at >= 0; at = bytes.indexOf(ESCAPE, at + 1)) {
    if ((bytes[at + 4] ?? 0) >= FIRST_PRINTED && isLineOf(bytes, at, id)) return true;
  }
  return false;
}

/** Whether the line around a place has this id. */
function isLineOf(bytes: Buffer, at: number, id: string): boolean {
  const start = at === 0 ? 0 : bytes.lastIndexOf(LINE_FEED, at - 1) + 1;
  const newline = bytes.indexOf(LINE_FEED, at);
  const end = newline < 0 ? bytes.length : newline + 1;
  return parseLine({ bytes, start, end, number: 0, byte: 0 }, {}).objects.some((object) => object['uuid'] === id);
}

/** `\u00` and a digit: what stands below `\u0020` is no letter of a key or an id. */
const ESCAPE = Buffer.from('\\u00');
const FIRST_PRINTED = 50;

/** The key with what blanks there may be. */
const LONGEST_KEY = 64;
