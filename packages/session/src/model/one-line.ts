const TITLE_LENGTH = 200;

/** Shortens text to one line, for use as a title. */
export function oneLine(text: string): string {
  const start = text.slice(0, 4 * TITLE_LENGTH);
  // Most prompts begin with plain words and need no change.
  const line = /\s\s|[^\S ]/.test(start) ? start.replace(/\s+/g, ' ') : start;
  return line.trim().slice(0, TITLE_LENGTH);
}
