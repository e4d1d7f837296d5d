const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Splits a growing Markdown text into a finished part and a part that may still change. Finished text is returned once;
 * a part ends at an empty line that is outside code blocks and not followed by an indented line.
 */
export class ReplyStream {
  /** The unfinished part. */
  rest = '';

  add(text: string): string | undefined {
    this.rest += text;
    // Only an empty line can end a part, and most pieces have none.
    if (!this.rest.includes('\n\n')) return undefined;
    const end = endOfComplete(this.rest);
    if (end === 0) return undefined;
    const complete = this.rest.slice(0, end);
    this.rest = this.rest.slice(end);
    return complete;
  }

  /** Returns the rest. */
  end(): string {
    const { rest } = this;
    this.rest = '';
    return rest;
  }
}

function endOfComplete(text: string): number {
  let fence: string | undefined;
  let end = 0;
  let start = 0;
  let wasEmpty = false;
  for (let next = text.indexOf('\n', start); ; next = text.indexOf('\n', start)) {
    const isLast = next === -1;
    const line = isLast ? text.slice(start) : text.slice(start, next);
    const mark = FENCE.exec(line)?.[1];
    // The last line is incomplete: its first character shows whether it continues the part before it.
    if (wasEmpty && fence === undefined && /^[^\s]/.test(line) && !isListItem(line)) end = start;
    if (isLast) return end;
    if (mark !== undefined) fence = fenceAfter(fence, mark, line);
    wasEmpty = line.trim() === '';
    start = next + 1;
  }
}

function fenceAfter(open: string | undefined, mark: string, line: string): string | undefined {
  if (open === undefined) return mark;
  return mark.startsWith(open) && line.trim() === mark ? undefined : open;
}

/** List items separated by an empty line are one list. A number may still be arriving. */
function isListItem(line: string): boolean {
  return /^(?:[-*+](?:\s|$)|\d+(?:[.)](?:\s|$)|$))/.test(line);
}
