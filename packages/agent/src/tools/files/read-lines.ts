export interface LineRange {
  /** Starts at 1. */
  startLine: number;
  limit: number;
}

export interface ReadLines {
  lines: string[];
  totalLines: number;
  /** Whether the last lines were left out because of the limit. */
  isCut: boolean;
}

const MAX_LINE_LENGTH = 2000;
/** About 25 000 tokens: more would crowd out the conversation. */
export const MAX_CHARACTERS = 100_000;

/** Reads some lines of a file that may be larger than memory. Keeps only the requested lines. */
export async function readLines(
  chunks: Iterable<string> | AsyncIterable<string>,
  { startLine, limit }: LineRange,
): Promise<ReadLines> {
  const lines: string[] = [];
  let lineNumber = 1;
  let line = '';
  let signs = 0;
  let isCut = false;
  const isWanted = () => lineNumber >= startLine && lineNumber < startLine + limit && !isCut;
  const take = (text: string) => {
    // Keep one character more than is shown, to tell whether the line continues.
    if (isWanted() && line.length <= MAX_LINE_LENGTH) line += text.slice(0, MAX_LINE_LENGTH + 1);
  };
  const end = () => {
    if (isWanted()) {
      signs += line.length;
      if (signs > MAX_CHARACTERS && lines.length > 0) isCut = true;
      else lines.push(shortLine(line));
    }
    line = '';
    lineNumber++;
  };
  for await (const chunk of chunks) {
    const pieces = chunk.split('\n');
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) end();
      take(piece);
    }
  }
  const totalLines = lineNumber;
  end();
  return { lines, totalLines, isCut };
}

function shortLine(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}... [line cut]` : text;
}
