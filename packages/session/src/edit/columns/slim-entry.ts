import { isToolResult } from '../../entry/block.js';
import type { Entry } from '../../entry/entry.js';
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
 * Undefined when nothing is gained. A line's entry in which long `data` is not there but NOT_READ in its place: that pictures stand in it can be told, and what
 * is written without them needs no more. Quotes inside of strings are escaped, so what looks like a member is one.
 */
export function slimEntry(bytes: Buffer, start: number, end: number): Entry | undefined {
  const pieces: string[] = [];
  let from = start;
  for (let key = bytes.indexOf(DATA, start); key >= 0 && key < end; key = bytes.indexOf(DATA, from)) {
    const value = key + DATA.length;
    const close = bytes.indexOf(QUOTE, value);
    if (close < 0 || close >= end) break;
    // An escaped quote does not end it; pictures have no escapes at all.
    const isPlain = close - value > LONG && bytes[close - 1] !== BACKSLASH;
    pieces.push(decode(bytes, from, isPlain ? value : close));
    if (isPlain) pieces.push(NOT_READ);
    from = close;
  }
  if (from === start) return undefined;
  pieces.push(decode(bytes, from, end));
  const entry = parse(pieces.join('')) as Entry | undefined;
  return entry && !isMeasuredWhole(entry) ? entry : undefined;
}

/** What a tool gave back as an object is measured as it is written, with all its data. */
function isMeasuredWhole(entry: Entry): boolean {
  return contentOf(entry).some((block) => isToolResult(block) && isObject(block.content));
}
