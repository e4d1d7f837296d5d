import { useState } from 'preact/hooks';
import type { SearchHit } from '../api/contract.js';
import { many } from '../format/number.js';
import { ago, exact } from '../format/time.js';
import { toolName } from '../format/tool-name.js';
import { sessionUrl } from '../router/route.js';
import { visible } from '../text/visible.js';
import { keepPlace, keptPlace } from '../window/kept-place.js';
import { type Group, hitUrl } from './groups.js';
import { kindName } from './kinds.js';
import { Snippet } from './snippet.js';

const SHOWN = 4;

export function HitGroup({ group, q }: { group: Group; q: string }) {
  const place = `hits ${group.id} ${q}`;
  const [isAll, showAll] = useState(() => keptPlace(place) !== undefined);
  const { session } = group;
  return (
    <section class="hit-group" aria-label={visible(session?.title ?? group.id)}>
      <h2 class="hit-session">
        <a class="one-line" href={sessionUrl(group.id)}>
          {visible(session?.title ?? group.id)}
        </a>
        <span class="quiet one-line">
          {visible(session?.project.name ?? '')}
          {session && (
            <>
              {' · '}
              <time title={exact(session.lastAt)}>{ago(session.lastAt)}</time>
            </>
          )}
          {session?.client && ` · ${session.client.label}`}
          {session?.isArchived && ' · archived'}
        </span>
        {session?.isGone && !session.isArchived && (
          <span class="mark mark-warn" title="The transcript was deleted. Only what the index kept can be shown.">
            deleted
          </span>
        )}
      </h2>
      <ul>
        {(isAll ? group.hits : group.hits.slice(0, SHOWN)).map((hit, at) => (
          <li key={`${hit.byte} ${hit.kind} ${at}`}>
            <Hit hit={hit} q={q} />
          </li>
        ))}
      </ul>
      {group.hits.length > SHOWN && !isAll && (
        <button
          type="button"
          class="link-button"
          onClick={() => {
            showAll(true);
            keepPlace(place, {});
          }}
        >
          {many(group.hits.length - SHOWN, 'more place')}
        </button>
      )}
    </section>
  );
}

function Hit({ hit, q }: { hit: SearchHit; q: string }) {
  return (
    <a class="hit" href={hitUrl(hit, q)} data-hit>
      <span class="hit-turn num">{hit.turn > 0 ? hit.turn : '·'}</span>
      <span class={`hit-kind hit-${hit.kind}`}>
        {hit.tool ? toolName(hit.tool) : visible(kindName(hit.kind))}
        {hit.agentId !== null && <small> in a sub-agent</small>}
        {hit.isError && <b class="status-failed"> failed</b>}
      </span>
      <span class="hit-text">
        <Snippet text={hit.snippet} ranges={hit.ranges} />
      </span>
    </a>
  );
}
