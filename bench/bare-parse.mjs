import { readFileSync } from 'node:fs';

const LINE_FEED = 10;

/** The minimum work to read sessions: split each file into lines and parse each line. Returns the number of objects. */
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

/** Skips lines that do not parse. Generated sessions have none, but your own may. */
function parseOrNothing(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
