import { readFileSync } from 'node:fs';

const LINE_FEED = 10;

/** The least anybody does to read sessions: split each file at its newlines and parse each line. Gives how many objects. */
export function bareParse(files) {
  let objects = 0;
  for (const file of files) {
    const buffer = readFileSync(file);
    let start = 0;
    while (start < buffer.length) {
      let end = buffer.indexOf(LINE_FEED, start);
      if (end < 0) end = buffer.length;
      if (typeof parseOrNothing(buffer.toString('utf8', start, end)) === 'object') objects++;
      start = end + 1;
    }
  }
  return objects;
}

/** Only sessions of one's own have lines that do not parse; the loop has to survive them. */
function parseOrNothing(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
