import { cutAt } from '../shorten.js';

const LIMIT = 600;
const FENCE = /^\s*(```|~~~)/;
const HEADING = /^\s*#{1,6}\s+\S/;
const LIST_ITEM = /^(\s*)([-*+]|\d+[.)])\s+\S/;
const TABLE_ROW = /^\s*\|/;
/** The end of a sentence: a full stop and a space, or the full stop of a script without spaces. */
const SENTENCE_END = /[.!?…]["')\]]*(?=\s)|[。！？]/u;

/**
 * Shortens a model's text without calling a model: keeps headings and the first sentence of each paragraph and outer
 * list item, and replaces code and tables with a note. The last paragraph usually states the result, so it is the last
 * to be cut when the whole is too long. Deterministic.
 */
export function extract(text: string, limit: number = LIMIT): string {
  if (text.length <= limit && !text.split('\n').some((line) => FENCE.test(line))) return text.trim();
  const parts = partsOf(text);
  const last = parts.pop();
  if (last === undefined) return '';
  const kept: string[] = [];
  let left = limit - last.length;
  for (const part of parts) {
    if (left - part.length < 0) {
      kept.push('…');
      break;
    }
    kept.push(part);
    left -= part.length + 1;
  }
  return cutTo([...kept, last].join('\n'), limit);
}

/** Returns one part per paragraph, heading, list item or removed block. */
function partsOf(text: string): string[] {
  const lines = text.split('\n');
  const parts: string[] = [];
  let paragraph: string[] = [];
  for (let at = 0; at <= lines.length; at++) {
    const line = lines[at] ?? '';
    const kind = kindOf(line);
    if (kind === 'text') {
      paragraph.push(line.trim());
      continue;
    }
    if (paragraph.length > 0) parts.push(firstSentence(paragraph.join(' ')));
    paragraph = [];
    if (kind === 'heading') parts.push(line.trim());
    if (kind === 'item') parts.push(firstSentence(line.trim()));
    if (kind === 'code' || kind === 'table') {
      const end = kind === 'code' ? endOfFence(lines, at) : endOfTable(lines, at);
      parts.push(`[${kind} removed: ${end - at + 1} lines]`);
      at = end;
    }
  }
  return parts;
}

function kindOf(line: string): 'code' | 'table' | 'blank' | 'heading' | 'item' | 'inner item' | 'text' {
  if (line.trim() === '') return 'blank';
  if (FENCE.test(line)) return 'code';
  if (TABLE_ROW.test(line)) return 'table';
  if (HEADING.test(line)) return 'heading';
  if (LIST_ITEM.test(line)) return /^\s{2,}/.test(line) ? 'inner item' : 'item';
  return 'text';
}

function endOfFence(lines: readonly string[], from: number): number {
  const fence = FENCE.exec(lines[from] ?? '')?.[1] ?? '';
  const end = lines.findIndex((line, at) => at > from && line.trim().startsWith(fence));
  return end < 0 ? lines.length - 1 : end;
}

function endOfTable(lines: readonly string[], from: number): number {
  const end = lines.findIndex((line, at) => at > from && !TABLE_ROW.test(line));
  return end < 0 ? lines.length - 1 : end - 1;
}

function firstSentence(text: string): string {
  // A list number is not a sentence.
  const skip = /^\d+[.)]\s/.exec(text)?.[0].length ?? 0;
  const end = SENTENCE_END.exec(text.slice(skip));
  return end ? text.slice(0, skip + end.index + end[0].length) : text;
}

function cutTo(text: string, limit: number): string {
  return text.length <= limit ? text : `${cutAt(text, limit)}…`;
}
