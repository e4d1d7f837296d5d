import { useEffect, useMemo, useState } from 'preact/hooks';
import type { SearchPage } from '../api/contract.js';
import { url } from '../api/request.js';
import { useResource } from '../api/resource.js';
import { count } from '../format/number.js';
import { useKeys } from '../keys/keys.js';
import { replace, useAddress, withQuery } from '../router/location.js';
import { near, Snippet } from '../search/snippet.js';
import { numberIn } from './page-name.js';
import type { Viewing } from './viewing.js';

interface Props {
  sessionId: string;
  agentId: string | null;
  viewing: Viewing;
  jump: (turn: number, byte?: number | null) => void;
}

/** Searches this session. Matches are marked in the text, and `n` goes to the next one. */
export function FindInside({ sessionId, agentId, viewing, jump }: Props) {
  const { query } = useAddress();
  const q = query.get('q') ?? '';
  const [asked, ask] = useState(q);
  useEffect(() => {
    const timer = setTimeout(() => ask(q), 120);
    return () => clearTimeout(timer);
  }, [q]);
  const { data, error } = useResource<SearchPage>(
    asked.trim() === '' ? null : url('/api/search', { q: asked, session: sessionId, sort: 'time', limit: 200 }),
  );
  const hits = useMemo(
    () => (data?.hits ?? []).filter((hit) => hit.agentId === agentId && asked !== '').sort((a, b) => a.byte - b.byte),
    [data, agentId, asked],
  );
  // In the address, so that it survives a reload and a way back.
  const match = numberIn(query, 'match');
  const at = match === null ? hits.findIndex(({ byte }) => byte === numberIn(query, 'at')) : match - 1;
  const show = (index: number) => {
    const hit = hits[index];
    if (!hit) return;
    replace(withQuery({ match: String(index + 1) }));
    jump(hit.turn, hit.byte);
  };
  const go = (step: number) => {
    // The first step goes on from the reader's position, not from the beginning.
    const first = hits.findIndex(({ turn }) => turn >= viewing.now.current);
    const index = at >= 0 ? at + step : step > 0 ? Math.max(0, first) : first < 0 ? hits.length - 1 : first - 1;
    show((index + hits.length) % (hits.length || 1));
  };
  useKeys([
    {
      keys: ['f', 'Mod f'],
      does: 'Find in this session',
      group: 'Reading',
      run: focusFind,
      // Pressed again in the field, it opens the browser's own search.
      isOff: () => document.activeElement?.closest('.find-inside') != null,
    },
    { keys: ['n'], does: 'Next place found', group: 'Reading', run: () => go(1) },
    { keys: ['N'], does: 'Previous place found', group: 'Reading', run: () => go(-1) },
  ]);
  return (
    <section class="facet find-inside">
      <input
        type="search"
        class="field"
        placeholder="Find in this session"
        aria-label="Find in this session"
        value={q}
        spellcheck={false}
        onInput={({ currentTarget }) => replace(withQuery({ q: currentTarget.value, at: null, match: null }))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            go(event.shiftKey ? -1 : 1);
            // A sheet would cover the match.
            if (hits.length > 0) event.currentTarget.closest('dialog')?.dispatchEvent(new Event('cancel'));
          }
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {error && <p class="error-text">{error.message}</p>}
      {asked !== '' && data && (
        <p class="quiet num" role="status">
          {hits.length === 0
            ? 'Not found'
            : `${hits[at] ? `${count(at + 1)} of ` : ''}${count(hits.length)}${data.count > data.hits.length ? ' or more' : ''} ${hits.length === 1 ? 'place' : 'places'}`}
        </p>
      )}
      {hits.length > 0 && (
        <ul class="found">
          {hits.slice(0, 40).map((hit, index) => (
            <li key={`${hit.byte} ${hit.kind} ${index}`}>
              <button
                type="button"
                class="choice"
                aria-current={index === at ? 'true' : undefined}
                onClick={() => show(index)}
              >
                <span class="turn-list-number num">{hit.turn}</span>
                <span class="found-text">
                  <Snippet {...near(hit)} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Focuses the field in the rail, or opens the sheet that contains it on a small screen. */
function focusFind(): void {
  const input = document.querySelector<HTMLInputElement>('.find-inside input');
  if (input?.offsetParent) {
    input.focus();
    return;
  }
  document.querySelector<HTMLElement>('.bar [aria-label="Turns and files"]')?.click();
  setTimeout(() => document.querySelector<HTMLElement>('dialog .find-inside input')?.focus(), 50);
}
