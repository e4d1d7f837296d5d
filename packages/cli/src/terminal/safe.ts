// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this file is about.

/** Escape sequences: CSI, OSC and other strings with their end, then any lone escape. */
const SEQUENCES =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** They turn the order of what is shown around, so that text looks like other text. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;

/** Text from a transcript, made harmless for a terminal: it can colour nothing, move nothing, set no title. */
export function safe(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(SEQUENCES, '').replace(CONTROLS, '').replace(DIRECTIONS, '');
}

/** The same, on one line. */
export function safeLine(text: string): string {
  return safe(text).replace(/\s+/g, ' ').trim();
}
