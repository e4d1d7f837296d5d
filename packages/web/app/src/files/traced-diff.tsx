import { useMemo, useRef } from 'preact/hooks';
import type { FileDiff, LineWriters, TracedHunk } from '../api/contract.js';
import { count, many } from '../format/number.js';
import { Scroll } from '../shell/scroll.js';
import { languageOfFile } from '../text/language.js';
import { visible } from '../text/visible.js';
import { HunkRows, useIsWide } from '../tool/diff.js';
import { useDiffColours } from '../tool/diff-colours.js';
import { rowsOfHunk } from '../tool/diff-rows.js';
import type { TurnLinkOf } from './shown-file.js';
import { OtherLink, TurnLink } from './turn-link.js';

interface Props {
  diff: FileDiff;
  writers: LineWriters['writers'];
  turnLink?: TurnLinkOf | undefined;
}

const linkOfTurn: TurnLinkOf = (turn, kind) => (
  <TurnLink turn={turn} title={`${kind === 'added' ? 'Written' : 'Removed'} in turn ${turn}`} />
);

type Line = TracedHunk['lines'][number];

/** A diff whose lines name the turn that wrote them, in this session or another. */
export function TracedDiff({ diff, writers, turnLink = linkOfTurn }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(box);
  const hunks = useMemo(() => diff.hunks.map(rowsOfHunk), [diff]);
  const places = useMemo(() => placesOf(diff), [diff]);
  const firsts = useMemo(() => firstLines(diff, (line) => writers[places.get(line) ?? NOWHERE]), [diff, writers]);
  const colours = useDiffColours(hunks, languageOfFile(diff.path));
  const isSplit = isWide && has(diff, 'added') && has(diff, 'removed');
  const mark = (line: Line) => {
    if (!firsts.has(line)) return null;
    if (line.kind !== 'same' && line.turn !== null) return turnLink(line.turn, line.kind);
    const writer = writers[places.get(line) ?? NOWHERE];
    if (writer && line.kind === 'same') return <OtherLink {...writer} />;
    return line.kind === 'same' ? null : <span title="Not changed by this session's edits">·</span>;
  };
  return (
    <div ref={box}>
      {diff.loose > 0 && (
        <p class="files-note">
          {many(diff.loose, 'change')} shown one by one: the client does not record the whole text of large files.
        </p>
      )}
      <Scroll class={`diff-body ${isSplit ? 'split' : 'unified'}`} label={`Changes in ${visible(diff.path)}`}>
        {hunks.map((rows, at) => (
          <div key={at} class="hunk">
            {at > 0 && <div class="hunk-gap">⋯</div>}
            <HunkRows rows={rows} isSplit={isSplit} colours={colours} mark={(line) => mark(line as Line)} />
          </div>
        ))}
        {hunks.length === 0 && <p class="files-note">The file ends as it began: its changes were undone.</p>}
      </Scroll>
      {diff.more > 0 && <p class="files-note">{count(diff.more)} more lines are not shown.</p>}
    </div>
  );
}

const NOWHERE = '0.-1';

/** The first of neighbouring lines with the same writer: one link for all of them is enough. */
function firstLines(
  { hunks }: FileDiff,
  writerOf: (line: Line) => { session: string; turn: number } | undefined,
): Set<Line> {
  const firsts = new Set<Line>();
  for (const { lines } of hunks) {
    let last = '';
    for (const line of lines) {
      const writer = line.kind === 'same' ? writerOf(line) : undefined;
      const name = writer ? `${writer.session} ${writer.turn}` : `${line.kind} ${line.turn}`;
      if (name !== last) firsts.add(line);
      last = name;
    }
  }
  return firsts;
}

function placesOf({ hunks }: FileDiff): Map<Line, `${number}.${number}`> {
  return new Map(hunks.flatMap(({ lines }, hunk) => lines.map((line, at) => [line, `${hunk}.${at}`] as const)));
}

function has({ hunks }: FileDiff, kind: Line['kind']): boolean {
  return hunks.some(({ lines }) => lines.some((line) => line.kind === kind));
}
