import { useEffect, useState } from 'preact/hooks';
import type { TapeMode } from '../../../src/tape/layout.js';
import { useKeys } from '../keys/keys.js';
import { Zoom } from '../tape/zoom.js';
import { keep, kept } from './kept-choice.js';

/** How the tape and the chart below it are drawn; kept in this browser. */
export interface TapeChoices {
  mode: TapeMode;
  setMode: (mode: TapeMode) => void;
  isContext: boolean;
  showContext: (isShown: boolean) => void;
  /** The visible part of the tape. */
  zoom: Zoom;
  /** The chart as numbers. */
  isTable: boolean;
  showTable: (isShown: boolean) => void;
}

const STEP = 1.6;

export function useTapeChoices(): TapeChoices {
  const [mode, setMode] = useState<TapeMode>(() => (kept('tape') === 'tokens' ? 'tokens' : 'time'));
  const [isContext, showContext] = useState(
    () => (kept('context') ?? (innerHeight > 800 && innerWidth > 700 ? 'yes' : 'no')) === 'yes',
  );
  const [isTable, showTable] = useState(false);
  const [zoom] = useState(() => new Zoom());
  useEffect(() => keep('tape', mode), [mode]);
  useEffect(() => keep('context', isContext ? 'yes' : 'no'), [isContext]);
  const group = 'Reading';
  useKeys([
    {
      keys: ['m'],
      does: 'Tape by time or by tokens',
      group,
      run: () => setMode(mode === 'time' ? 'tokens' : 'time'),
    },
    { keys: ['+', '='], does: 'Zoom into the tape', group, run: () => zoom.by(STEP) },
    { keys: ['-'], does: 'Zoom out', group, run: () => zoom.by(1 / STEP) },
    { keys: ['0'], does: 'The whole tape', group, run: () => zoom.whole() },
    { keys: ['c'], does: 'Show or hide the context chart', group, run: () => showContext(!isContext) },
    {
      keys: ['v'],
      does: 'The chart as a table',
      group,
      run: () => {
        showContext(true);
        showTable(!isTable || !isContext);
      },
    },
  ]);
  return { zoom, mode, setMode, isContext, showContext, isTable, showTable };
}
