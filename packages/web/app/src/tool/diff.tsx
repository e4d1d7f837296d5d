import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ToolBody } from '../api/contract.js';
import { many } from '../format/number.js';
import { CopyButton } from '../shell/copy.js';
import { Scroll } from '../shell/scroll.js';
import type { HighlightedLine } from '../text/highlight-worker.js';
import { languageOfFile } from '../text/language.js';
import { visible } from '../text/visible.js';
import { partsOf, useDiffColours } from './diff-colours.js';
import { type DiffRow, type DiffSide, rowsOfHunk, unified } from './diff-rows.js';

const WIDE = 760;

/** A change to a file, side by side if there is room, with changed words marked. */
export function Diff({ body }: { body: Extract<ToolBody, { view: 'diff' }> }) {
  const box = useRef<HTMLElement>(null);
  const isWide = useIsWide(box);
  const hunks = useMemo(() => body.hunks.map(rowsOfHunk), [body]);
  const colours = useDiffColours(hunks, languageOfFile(body.file));
  const added = countOf(body, 'added');
  const removed = countOf(body, 'removed');
  // If lines were only added or only removed, one side would be empty.
  const isSplit = isWide && removed > 0 && added > 0;
  return (
    <figure class="diff" ref={box}>
      <figcaption class="file-head">
        <code class="one-line">{visible(body.file)}</code>
        {body.isNew && <span class="mark">new file</span>}
        <span class="diff-count num" title={`${many(added, 'line')} added, ${many(removed, 'line')} removed`}>
          <b class="plus">+{added}</b> <b class="minus">−{removed}</b>
        </span>
        <CopyButton text={patchOf(body)} label="Copy as a patch" />
      </figcaption>
      <Scroll class={`diff-body ${isSplit ? 'split' : 'unified'}`} label={`Changes in ${visible(body.file)}`}>
        {hunks.map((rows, at) => (
          <div key={at} class="hunk">
            {at > 0 && <div class="hunk-gap">⋯</div>}
            <HunkRows rows={rows} isSplit={isSplit} colours={colours} />
          </div>
        ))}
        {hunks.length === 0 && <p class="quiet">No lines changed.</p>}
      </Scroll>
    </figure>
  );
}

type Colours = ReadonlyMap<DiffSide, HighlightedLine>;
/** What is shown at the start of a line: who wrote it. */
type Mark = (line: DiffSide['of']) => ComponentChildren;

interface HunkProps {
  rows: DiffRow[];
  isSplit: boolean;
  colours: Colours;
  mark?: Mark | undefined;
}

/** The lines of a hunk, side by side or in one column. */
export function HunkRows({ rows, isSplit, colours, mark }: HunkProps) {
  return (
    <>
      {isSplit
        ? rows.map((row, at) => <SplitRow key={at} row={row} colours={colours} mark={mark} />)
        : unified(rows).map((side, at) => <Side key={at} side={side} colours={colours} mark={mark} />)}
    </>
  );
}

function SplitRow({
  row: { before, after },
  colours,
  mark,
}: {
  row: DiffRow;
  colours: Colours;
  mark: Mark | undefined;
}) {
  const isSame = before?.kind === 'same';
  return (
    <div class="split-row">
      {before ? (
        <Side
          side={before}
          line={after && isSame ? after : before}
          colours={colours}
          mark={mark && (isSame ? none : mark)}
        />
      ) : (
        <div class="diff-line none" />
      )}
      {after ? <Side side={after} colours={colours} mark={mark} /> : <div class="diff-line none" />}
    </div>
  );
}

const none = () => null;

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

interface SideProps {
  side: DiffSide;
  /** The side whose colours it uses: a line that is on both sides is highlighted once. */
  line?: DiffSide;
  colours: Colours;
  mark: Mark | undefined;
}

function Side({ side, line = side, colours, mark }: SideProps) {
  return (
    <div class={`diff-line ${side.kind}`}>
      {mark && <span class="diff-mark num">{mark(side.of)}</span>}
      <span class="diff-number num" aria-hidden="true">
        {side.line}
      </span>
      <span class="diff-sign">{SIGNS[side.kind]}</span>
      <span class="diff-text">
        {partsOf(side.text, colours.get(line), side.words).map(({ look, text, isChanged }, at) => {
          const shown = look ? (
            <span key={at} class={look}>
              {visible(text)}
            </span>
          ) : (
            visible(text)
          );
          return isChanged ? <b key={at}>{shown}</b> : shown;
        })}
      </span>
    </div>
  );
}

export function useIsWide(box: { current: HTMLElement | null }): boolean {
  const [isWide, set] = useState(() => innerWidth > 1100);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => entry && set(entry.contentRect.width >= WIDE));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return isWide;
}

function countOf({ hunks }: { hunks: { lines: { kind: string }[] }[] }, kind: string): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0);
}

function patchOf({ file, hunks }: Extract<ToolBody, { view: 'diff' }>): string {
  const parts = hunks.map(({ oldStart, newStart, lines }) => {
    const before = lines.filter(({ kind }) => kind !== 'added').length;
    const after = lines.filter(({ kind }) => kind !== 'removed').length;
    const text = lines.map(
      (line) => `${line.kind === 'added' ? '+' : line.kind === 'removed' ? '-' : ' '}${line.text}`,
    );
    return [`@@ -${oldStart},${before} +${newStart},${after} @@`, ...text].join('\n');
  });
  return `--- a/${file}\n+++ b/${file}\n${parts.join('\n')}\n`;
}
