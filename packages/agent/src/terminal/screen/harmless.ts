// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this file is about.

import { withoutEscapes } from '@unspool/session/show';

const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
/** Characters that reorder displayed text, so that it can pass for other text. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u2028\u2029]/g;
/** Control characters other than those of colours. */
const NOT_COLOUR = /\u001b(?!\[[0-9;]*m)|[\u0000-\u001a\u001c-\u001f\u007f-\u009f]/g;

/** Makes text from a model or tool safe to print: it cannot set colours, move the cursor or change the title. */
export function harmless(text: string): string {
  return withoutEscapes(overwritten(text)).replace(/\t/g, '    ').replace(CONTROLS, '').replace(DIRECTIONS, '');
}

/** The same, as a single line. */
export function harmlessLine(text: string): string {
  return harmless(text).replace(/\s+/g, ' ').trim();
}

/** The last check of each line before it is drawn: removes everything but text and colours. */
export function onlyColours(line: string): string {
  return line.replace(NOT_COLOUR, '');
}

/** Keeps only the last state of a line that a progress bar rewrites repeatedly. */
function overwritten(text: string): string {
  if (!text.includes('\r')) return text;
  return text
    .replace(/\r+\n/g, '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replace('\r', ''))
    .join('\n');
}
