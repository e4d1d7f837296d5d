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
      {row.archivedInClient && (
        <span class="mark" title="You archived it in Claude Code">
          archived in Claude
        </span>
      )}
      {row.isGone && (
        <span class="mark mark-warn" title="The transcript was deleted. What is known of it is kept.">
          deleted
        </span>
      )}
      {isDeletedSoon(row) && (
        <span class="mark mark-warn" title="Claude Code deletes old sessions by itself">
          {row.deletesInDays === 0 ? 'deleted any time now' : `deleted in ${many(row.deletesInDays ?? 0, 'day')}`}
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

/** Days before its deletion that a session is marked. */
const SOON_DAYS = 14;

/** An archived session is not lost when the client deletes its file. */
function isDeletedSoon({ deletesInDays, isGone, isArchived, archivedInClient }: SessionRow): boolean {
  return deletesInDays !== null && deletesInDays <= SOON_DAYS && !isGone && !isArchived && !archivedInClient;
}
