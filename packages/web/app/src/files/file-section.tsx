import { useEffect, useRef, useState } from 'preact/hooks';
import type { FileDiff, LineWriters, WrittenFile } from '../api/contract.js';
import { useResource } from '../api/resource.js';
import { Failed } from '../shell/notice.js';
import { Skeleton } from '../shell/skeleton.js';
import { visible } from '../text/visible.js';
import { LineChange } from '../turn/tool-line.js';
import { TracedDiff } from './traced-diff.js';
import { TurnLink } from './turn-link.js';
import type { Viewed } from './viewed.js';

const MAX_TURNS = 8;

interface Props {
  file: WrittenFile;
  /** Its number in the list. */
  at: number;
  base: string;
  revision: string;
  viewed: Viewed;
}

/** One file: its head stays while its diff scrolls. The diff is fetched when it comes near the screen. */
export function FileSection({ file, at, base, revision, viewed }: Props) {
  const box = useRef<HTMLElement>(null);
  const isNear = useIsNear(box);
  const isViewed = viewed.has(file);
  const [isOpen, open] = useState(!isViewed);
  const query = `path=${encodeURIComponent(file.path)}&at=${revision}`;
  const wants = isNear && isOpen;
  const { data, error } = useResource<FileDiff>(wants ? `${base}/diff?${query}` : null);
  const { data: blame } = useResource<LineWriters>(data ? `${base}/blame?${query}` : null);
  return (
    <section ref={box} id={`file-${at}`} data-path={file.path} class="file-section" aria-label={visible(file.path)}>
      <header class="file-section-head">
        <button type="button" class="fold-button" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          <span class="caret" aria-hidden="true" />
          <code class="one-line">{visible(file.path)}</code>
        </button>
        {data?.isNew && <span class="mark">new</span>}
        <LineChange change={data && data.loose === 0 ? countOf(data) : file} />
        <span class="file-turns">
          {file.turns.slice(0, MAX_TURNS).map((turn) => (
            <TurnLink key={turn} turn={turn} />
          ))}
          {file.turns.length > MAX_TURNS && <span class="quiet">…</span>}
        </span>
        <label class="viewed">
          <input
            type="checkbox"
            checked={isViewed}
            onChange={() => {
              viewed.toggle(file);
              open(isViewed);
            }}
          />{' '}
          Viewed
        </label>
      </header>
      {isOpen && error && <Failed error={error} />}
      {isOpen && !data && !error && (
        <Skeleton lines={Math.min(12, file.added + file.removed + 2)} label="Reading the diff" />
      )}
      {isOpen && data && <TracedDiff diff={data} writers={blame?.writers ?? {}} />}
    </section>
  );
}

/** From the first text to the last; lines that came and went again do not count. */
function countOf({ hunks }: FileDiff): { added: number; removed: number } {
  const count = { added: 0, removed: 0 };
  for (const { lines } of hunks) for (const { kind } of lines) if (kind !== 'same') count[kind]++;
  return count;
}

/** Whether it has come near the screen; then it stays so. */
function useIsNear(box: { current: HTMLElement | null }): boolean {
  const [isNear, set] = useState(false);
  useEffect(() => {
    if (isNear || !box.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && set(true), {
      rootMargin: '600px',
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isNear]);
  return isNear;
}
