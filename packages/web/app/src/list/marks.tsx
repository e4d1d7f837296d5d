import type { SessionRow } from '../api/contract.js';
import { many } from '../format/number.js';
import { sessionUrl } from '../router/route.js';
import { visible } from '../text/visible.js';
import { Warning } from './warning.js';

/** With more of them the title would have no room. */
const TAGS = 4;

/** Live, pinned, archived, deleted soon, and the user's tags, as short words and not only as colours. */
export function Marks({ row, areWarningsQuiet = false }: { row: SessionRow; areWarningsQuiet?: boolean }) {
  const warnings = areWarningsQuiet ? warningsOf(row) : [];
  return (
    <span class="marks">
      {row.client && <span class="mark">{row.client.label}</span>}
      {row.isLive && <span class="mark mark-live">live</span>}
      {row.isPinned && <span class="mark">pinned</span>}
      {row.isArchived && <span class="mark">archived</span>}
      {row.archivedInClient && (
        <span class="mark" title="You archived it in Claude Code">
          archived in Claude
        </span>
      )}
      {row.isGone && (
        <span class="mark mark-warn" title="The transcript was deleted. Its title, tokens and cost are kept.">
          deleted
        </span>
      )}
      {isDeletedSoon(row) && !areWarningsQuiet && (
        <span class="mark mark-warn" title={CLEAN_UP}>
          {deletionOf(row)}
        </span>
      )}
      {row.copyOf && <CopyMark of={row.copyOf} isLink={!areWarningsQuiet} />}
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
      {warnings.length > 0 && <Warning text={warnings.join('\n')} />}
    </span>
  );
}

/** In a list the whole row is a link already. */
function CopyMark({ of: { id, title }, isLink }: { of: NonNullable<SessionRow['copyOf']>; isLink: boolean }) {
  const words = `copy of ${title === null ? 'a deleted session' : `“${visible(title)}”`}`;
  if (isLink && id !== null) {
    return (
      <a class="mark mark-copy one-line" href={sessionUrl(id)} title={words}>
        {words}
      </a>
    );
  }
  return (
    <span class="mark mark-quiet" title={words}>
      ↳ copy
    </span>
  );
}

const CLEAN_UP = 'Claude Code deletes old sessions by itself';

/** In a list the same warnings repeat in many rows, so they share one icon. */
function warningsOf(row: SessionRow): string[] {
  const words: string[] = [];
  if (isDeletedSoon(row)) words.push(`${deletionOf(row)}: ${CLEAN_UP}`);
  if (row.resumes && !row.resumes.isWhole) words.push(row.resumes.text);
  return words.map((text) => text.charAt(0).toUpperCase() + text.slice(1));
}

function deletionOf({ deletesInDays }: SessionRow): string {
  return deletesInDays === 0 ? 'deleted any time now' : `deleted in ${many(deletesInDays ?? 0, 'day')}`;
}

/** A session is marked this many days before its deletion. */
const SOON_DAYS = 14;

/** Archived sessions are excluded: they survive the clean-up. */
function isDeletedSoon({ deletesInDays, isGone, isArchived, archivedInClient }: SessionRow): boolean {
  return deletesInDays !== null && deletesInDays <= SOON_DAYS && !isGone && !isArchived && !archivedInClient;
}
