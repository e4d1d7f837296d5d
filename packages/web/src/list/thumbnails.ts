import type { SearchKind } from '@unspool/session/facts';
import { colourOf } from '@unspool/session/tools';
import { type Database, sessionTape, type TapeStretch } from '@unspool/store';
import type { Thumbnail } from '../view/routes.js';

const CELLS = 48;

/** A session's tape in a row of the list, from the index alone. */
export function thumbnailOf(database: Database, id: string, main: string): Thumbnail {
  const tape = sessionTape(database, main, CELLS);
  const most = Math.log2(2 + tape.reduce((max, { bytes }) => Math.max(max, bytes), 0));
  return {
    id,
    cells: tape.map((stretch) => ({
      kind: kindOf(stretch),
      failed: stretch.errors / stretch.texts,
      height: Math.round((100 * Math.log2(2 + stretch.bytes)) / most) / 100,
    })),
  };
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
