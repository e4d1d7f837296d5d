// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this file is about.

import { withoutEscapes } from '@unspool/session/show';

const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** They turn the order of what is shown around, so that text looks like other text. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;

/** Text from a transcript, made harmless for a terminal: it can colour nothing, move nothing, set no title. */
export function safe(text: string): string {
  return withoutEscapes(text.replace(/\r\n?/g, '\n')).replace(CONTROLS, '').replace(DIRECTIONS, '');
}

/** The same, on one line. */
export function safeLine(text: string): string {
  return safe(text).replace(/\s+/g, ' ').trim();
}
