import type { ComponentChildren } from 'preact';
import { useFolds } from '../session/folds.js';
import { useSession } from '../turn/context.js';

const LINES = 12;
/** If only this many more lines would be folded, they are shown. */
const SLACK = 3;
const COLUMNS = 80;

interface Props {
  text: string;
  /** The name of the fold, under which its state is kept. */
  fold: string;
  children: ComponentChildren;
}

/** Shows only the first lines of a long text until it is opened. */
export function Long({ text, fold, children }: Props) {
  const { folds } = useSession();
  useFolds(folds);
  const lines = linesIn(text);
  if (lines <= LINES + SLACK) return <>{children}</>;
  const isOpen = folds.has(fold);
  return (
    <>
      <div class={isOpen ? 'long' : 'long is-folded'} style={{ '--lines': LINES }}>
        {children}
      </div>
      <button type="button" class="link-button" aria-expanded={isOpen} onClick={() => folds.toggle(fold)}>
        {isOpen ? 'Show less' : `Show all ${lines} lines`}
      </button>
    </>
  );
}

/** Estimates the number of lines on screen. */
export function linesIn(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / COLUMNS)), 0);
}
