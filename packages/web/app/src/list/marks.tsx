import type { SessionRow } from '../api/contract.js';
import { many } from '../format/number.js';
import { visible } from '../text/visible.js';

/** More would leave a title no room. */
const TAGS = 4;

/** Live, pinned, archived, deleted soon, and the reader's own tags: short words, not only colours. */
export function Marks({ row }: { row: SessionRow }) {
  return (
    <span class="marks">
      {row.isLive && <span class="mark mark-live">live</span>}
      {row.isPinned && <span class="mark">pinned</span>}
      {row.isArchived && <span class="mark">archived</span>}
      {row.isGone && (
        <span class="mark mark-warn" title="The transcript was deleted. What is known of it is kept.">
          deleted
        </span>
      )}
      {row.deletesInDays !== null && row.deletesInDays <= 14 && !row.isGone && (
        <span class="mark mark-warn" title="Claude Code deletes old sessions by itself">
          {row.deletesInDays <= 0 ? 'deleted any time now' : `deleted in ${many(row.deletesInDays, 'day')}`}
        </span>
      )}
      {row.agents > 0 && <span class="mark mark-quiet">{many(row.agents, 'agent')}</span>}
      {row.tags.slice(0, TAGS).map((tag) => (
        <span key={tag} class="tag" title={visible(tag)}>
          {visible(tag)}
        </span>
      ))}
      {row.tags.length > TAGS && (
        <span class="tag" title={visible(row.tags.slice(TAGS).join(', '))}>
          +{row.tags.length - TAGS}
        </span>
      )}
    </span>
  );
}
