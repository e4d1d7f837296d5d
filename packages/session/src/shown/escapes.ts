// biome-ignore-all lint/suspicious/noControlCharactersInRegex: this file matches control characters.

/** Escape sequences of a terminal: CSI, OSC and other strings with their end, then any lone escape. */
const SEQUENCES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;

/** Removes colours, cursor movements, titles and links of a terminal from a text. */
export function withoutEscapes(text: string): string {
  return text.replace(SEQUENCES, '');
}
