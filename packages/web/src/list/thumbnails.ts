import type { SearchKind } from '@unspool/session/facts';
import { colourOf } from '@unspool/session/tools';
import { type Database, sessionTape, type TapeStretch } from '@unspool/store';
import type { Thumbnail } from '../view/routes.js';

const CELLS = 48;
/** The smallest and largest width of a cell, compared with cells of equal width. */
const NARROWEST = 0.35;
const WIDEST = 3;
/** The highest cell is this many times as high as the lowest. */
const STEEP = 4;

/** A session's tape in a row of the list, from the index alone. */
export function thumbnailOf(database: Database, id: string, main: string): Thumbnail {
  const tape = sessionTape(database, main, CELLS);
  const sizes = tape.map(({ bytes }) => Math.log2(2 + bytes));
  const most = Math.max(1, ...sizes);
  const least = Math.min(most, ...sizes);
  const widths = widthsOf(tape);
  return {
    id,
    cells: tape.map((stretch, at) => ({
      kind: kindOf(stretch),
      failed: stretch.errors / stretch.texts,
      height: round(heightOf(sizes[at] ?? 0, { least, most })),
      width: round(widths[at] ?? 0),
      isStart: stretch.isStart,
    })),
  };
}

/** Sizes are compared on a scale that begins at the session's smallest. */
function heightOf(size: number, { least, most }: { least: number; most: number }): number {
  return most === least ? 1 : 1 / STEEP + (1 - 1 / STEEP) * ((size - least) / (most - least));
}

/** By time, compared with the median and limited, so that a night does not fill the tape. */
function widthsOf(tape: readonly TapeStretch[]): number[] {
  const times = tape.flatMap(({ milliseconds }) => milliseconds ?? []).sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)] || 1;
  const widths = tape.map(({ milliseconds }) =>
    milliseconds === null ? 1 : Math.min(WIDEST, Math.max(NARROWEST, milliseconds / middle)),
  );
  // A short session does not fill its row.
  const all = widths.reduce((a, b) => a + b, 0) * Math.max(1, CELLS / Math.max(1, tape.length));
  return widths.map((width) => width / (all || 1));
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}

const KINDS: { readonly [kind in SearchKind]: Thumbnail['cells'][number]['kind'] } = {
  prompt: 'human',
  reply: 'text',
  thinking: 'thinking',
  tool_input: 'other',
  tool_output: 'other',
  injected: 'other',
  summary: 'text',
  title: 'other',
};

function kindOf({ kind, tool }: TapeStretch): Thumbnail['cells'][number]['kind'] {
  return tool === undefined ? KINDS[kind] : colourOf(tool);
}
