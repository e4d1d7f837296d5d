import { shortId } from '@unspool/session/show';
import {
  type BlameBlock,
  type LeadingWords,
  type Share,
  significantLines,
  type Writer,
  type WrittenCommit,
} from '@unspool/store';
import type { Io } from '../io.js';
import { agentLabel } from '../session/agent.js';
import { type Colours, colours } from '../terminal/colour.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { when } from '../terminal/times.js';
import { fit } from '../terminal/width.js';

type WordsById = ReadonlyMap<number, LeadingWords>;

const WIDE = 120;

export function fileOnScreen(
  path: string,
  { blocks, words }: { blocks: readonly BlameBlock[]; words: WordsById },
  io: Io,
): string {
  const paint = colours(io.hasColour);
  const places = blocks.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  const width = Math.max(0, ...places.map((place) => place.length));
  const rows = blocks.map(({ writer, isTooShort }, at) => {
    const place = (places[at] ?? '').padStart(width);
    if (writer) return `${place}  ${writerLine(writer, words.get(writer.id), io, paint)}\n`;
    const why = isTooShort ? 'too short to tell' : 'not written by a recorded session';
    return `${place}  ${paint.dim(why)}\n`;
  });
  return `${paint.bold(safeLine(path))}\n${rows.join('')}`;
}

export function commitOnScreen(
  commit: WrittenCommit,
  { shares, words }: { shares: readonly Share[]; words: WordsById },
  io: Io,
): string {
  const paint = colours(io.hasColour);
  const head = `${paint.bold(commit.id.slice(0, 10))} ${safeLine(commit.subject)}\n`;
  const rows = shares.map(({ writer, turns, lines, share }) => {
    const title = writer.title === undefined ? '' : `  ${safeLine(writer.title)}`;
    const session = paint.cyan(shortId(writer.sessionId));
    const first = `${`${Math.round(share * 100)} %`.padStart(5)}  ${session} turn${turns.length > 1 ? 's' : ''} ${turns.join(', ')}  ${plural(lines, 'line')}${title}`;
    return `${first}\n       ${promptOf(words.get(writer.id), 90)}\n`;
  });
  const written = shares.reduce((sum, { lines }) => sum + lines, 0);
  const rest = significantLines(commit) - written;
  if (commit.added.length === 0) return `${head}${paint.dim('       adds no lines')}\n`;
  const left = rest > 0 ? paint.dim(`       ${plural(rest, 'line')} not written by a recorded session\n`) : '';
  return head + rows.join('') + left;
}

function writerLine(writer: Writer, words: LeadingWords | undefined, io: Io, paint: Colours): string {
  const agent = writer.agentId === undefined ? '' : ` sub-agent ${safeLine(writer.agentId)}`;
  const time = writer.time === undefined ? '' : `  ${when(writer.time, io.now)}`;
  const client = writer.client === undefined ? '' : `  ${agentLabel(writer.client)}`;
  const head = `${paint.cyan(shortId(writer.sessionId))} turn ${writer.turn}${agent}${client}${time}  ${safeLine(writer.tool)}`;
  return `${head}  ${promptOf(words, Math.max(30, (io.columns ?? WIDE) - 60))}`;
}

function promptOf(words: LeadingWords | undefined, width: number): string {
  return words?.prompt === undefined ? '' : `“${fit(safeLine(words.prompt), width).trimEnd()}”`;
}
