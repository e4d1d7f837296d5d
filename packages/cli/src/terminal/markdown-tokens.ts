import { marked, type Token } from 'marked';

/** Longer texts are parsed in parts, so that a bad part costs no more than its own length. */
const PART_LENGTH = 8000;
const MAX_LENGTH = 200_000;
const MAX_NESTING = 12;
const MAX_COLUMNS = 64;
const MAX_MARKS = 2000;

/** A part of a text: parsed as Markdown, or plain if parsing would cost too much. */
export type MarkdownPart = { tokens: Token[] } | { plain: string };

/**
 * Parses untrusted Markdown. A few kilobytes of brackets can make a Markdown parser run for minutes or overflow the stack,
 * so text that looks like that is not passed to it.
 */
export function readMarkdown(text: string): MarkdownPart[] {
  if (text.length > MAX_LENGTH) {
    return [...readMarkdown(text.slice(0, MAX_LENGTH)), { plain: text.slice(MAX_LENGTH) }];
  }
  return partsOf(text).map(readPart);
}

function readPart(text: string): MarkdownPart {
  if (isCostly(text)) return { plain: text };
  try {
    return { tokens: marked.lexer(text) };
  } catch (error) {
    // The stack overflowed in spite of these checks.
    if (error instanceof RangeError) return { plain: text };
    throw error;
  }
}

const CONTAINERS = new RegExp(`^(?:[ \\t]{0,8}(?:>|[-*+][ \\t]|\\d{1,9}[.)][ \\t])){${MAX_NESTING}}`, 'm');
const COLUMNS = new RegExp(`^(?:[^|\\n]*\\|){${MAX_COLUMNS}}`, 'm');

function isCostly(text: string): boolean {
  if (text.length > 2 * PART_LENGTH || CONTAINERS.test(text) || COLUMNS.test(text)) return true;
  return (text.match(/[*_~`[\]<>!&]/g)?.length ?? 0) > MAX_MARKS;
}

/** Splits at blank lines outside code blocks, into parts of about the same length. */
function partsOf(text: string): string[] {
  if (text.length <= PART_LENGTH) return [text];
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
    }
    at += line.length + 1;
    if (fence === undefined && line.trim() === '' && at - start >= PART_LENGTH / 2) {
      parts.push(text.slice(start, at));
      start = at;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
