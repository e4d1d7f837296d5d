// biome-ignore-all lint/suspicious/noControlCharactersInRegex: this file removes control characters.

import { withoutEscapes } from '@unspool/session/show';

const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Bidirectional marks: they reorder what is shown, so that text can pose as other text. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;

/** Makes text from a transcript harmless for a terminal: no colours, no cursor movement, no window titles. */
export function safe(text: string): string {
  return withoutEscapes(text.replace(/\r\n?/g, '\n')).replace(CONTROLS, '').replace(DIRECTIONS, '');
}

/** The same, on one line. */
export function safeLine(text: string): string {
  return safePart(text).trim();
}

/** A part of a line, with the spaces at its ends. */
export function safePart(text: string): string {
  return safe(text).replace(/\s+/g, ' ');
}

/** Makes JSON harmless for a terminal. Its meaning stays: these characters occur in strings only. */
export function safeJson(json: string): string {
  return json.replace(UNESCAPED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Control characters that JSON does not escape, and bidirectional marks. */
const UNESCAPED = /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
