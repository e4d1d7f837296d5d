import { useEffect, useRef, useState } from 'preact/hooks';
import type { FileDiff, LineWriters } from '../api/contract.js';
import { useResource } from '../api/resource.js';
import { Failed } from '../shell/notice.js';
import { Skeleton } from '../shell/skeleton.js';
import { visible } from '../text/visible.js';
import { LineChange } from '../turn/tool-line.js';
import type { ShownFile } from './shown-file.js';
import { TracedDiff } from './traced-diff.js';
import type { Viewed } from './viewed.js';

interface Props {
  file: ShownFile;
  /** Its number in the list. */
  at: number;
  viewed: Viewed;
}

/** One file: its head stays while its diff scrolls. The diff is fetched when it comes near the screen. */
export function FileSection({ file, at, viewed }: Props) {
  const box = useRef<HTMLElement>(null);
  const isNear = useIsNear(box);
  const isViewed = viewed.has(file);
  const [isOpen, open] = useState(!isViewed);
  const wants = isNear && isOpen;
  const { data, error } = useResource<FileDiff>(wants ? file.diff : null);
  const { data: blame } = useResource<LineWriters>(data ? file.blame : null);
  const change = data && data.loose === 0 ? countOf(data) : file.change;
  return (
    <section ref={box} id={`file-${at}`} data-path={file.path} class="file-section" aria-label={visible(file.path)}>
      <header class="file-section-head">
        <button type="button" class="fold-button" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          <span class="caret" aria-hidden="true" />
          <code class="one-line">{visible(file.path)}</code>
        </button>
        {data?.isNew && <span class="mark">new</span>}
        {change && <LineChange change={change} />}
        <span class="file-turns">{file.by}</span>
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
      {isOpen && !data && !error && <Skeleton lines={6} label="Reading the diff" />}
      {isOpen && data && <TracedDiff diff={data} writers={blame?.writers ?? {}} turnLink={file.turnLink?.(data)} />}
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
