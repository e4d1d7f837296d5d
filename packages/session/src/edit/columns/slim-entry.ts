import { isToolResult } from '../../format/block.js';
import type { Entry } from '../../format/entry.js';
import { decode } from '../../line/decode.js';
import { isObject, parse } from '../../line/json.js';
import { contentOf } from '../strip.js';

const DATA = Buffer.from('"data":"');
const QUOTE = 34;
const BACKSLASH = 92;
/** Less is parsed as fast as it is looked for. */
const LONG = 16 * 1024;

/** Stands for pictures that were not read. Where it is in what was made, the line has to be read whole. */
export const NOT_READ = '(unspool: this was not read)';

/**
 * A line's entry in which long `data` is not there but NOT_READ in its place: that pictures stand in it can be told, and what
 * is written without them needs no more. Quotes inside of strings are escaped, so what looks like a member is one. Of a
 * value at `skip`, which nobody asks for, nothing is read either. Undefined when nothing is gained.
 */
export function slimEntry(line: Buffer, skip?: { start: number; end: number }): Entry | undefined {
  const slim = skip
    ? `${slimText(line.subarray(0, skip.start))}null${slimText(line.subarray(skip.end))}`
    : slimText(line);
  if (slim.length > line.length - LONG) return undefined;
  const entry = parse(slim) as Entry | undefined;
  return entry && !isMeasuredWhole(entry) ? entry : undefined;
}

function slimText(bytes: Buffer): string {
  let text = '';
  let from = 0;
  for (let key = bytes.indexOf(DATA); key >= 0; key = bytes.indexOf(DATA, from)) {
    const value = key + DATA.length;
    const close = bytes.indexOf(QUOTE, value);
    if (close < 0) break;
    // An escaped quote does not end it; pictures have no escapes at all.
    const isPlain = close - value > LONG && bytes[close - 1] !== BACKSLASH;
    text += isPlain ? decode(bytes, from, value) + NOT_READ : decode(bytes, from, close);
    from = close;
  }
  return text + decode(bytes, from, bytes.length);
}

/** What a tool gave back as an object is measured as it is written, with all its data. */
function isMeasuredWhole(entry: Entry): boolean {
  return contentOf(entry).some((block) => isToolResult(block) && isObject(block.content));
}
