// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this file is about.

import { withoutEscapes } from '@unspool/session/show';

const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
/** They turn the order of what is shown around, so that text looks like other text. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u2028\u2029]/g;
/** All but colours. */
const NOT_COLOUR = /\u001b(?!\[[0-9;]*m)|[\u0000-\u001a\u001c-\u001f\u007f-\u009f]/g;

/** Text of a model or a tool, made harmless for a terminal: it can colour nothing, move nothing, set no title. */
export function harmless(text: string): string {
  return withoutEscapes(overwritten(text)).replace(/\t/g, '    ').replace(CONTROLS, '').replace(DIRECTIONS, '');
}

/** The same, on one line. */
export function harmlessLine(text: string): string {
  return harmless(text).replace(/\s+/g, ' ').trim();
}

/** The last guard, on what is about to be drawn: colours pass and nothing else, whoever made the line. */
export function onlyColours(line: string): string {
  return line.replace(NOT_COLOUR, '');
}

/** A progress bar goes back to the start of its line again and again: what it showed last is what counts. */
function overwritten(text: string): string {
  if (!text.includes('\r')) return text;
  return text
    .replace(/\r+\n/g, '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replace('\r', ''))
    .join('\n');
}
