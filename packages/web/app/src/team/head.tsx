import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TeamMember } from '../api/contract.js';
import { address, go, replace } from '../router/location.js';
import { routeOf, type TeamView } from '../router/route.js';
import { Icon } from '../shell/icon.js';
import { visible } from '../text/visible.js';

interface Props {
  member: TeamMember;
  view: TeamView;
  query: URLSearchParams;
  /** A count beside the title. */
  status?: string;
  children?: ComponentChildren;
}

const VIEWS: { view: TeamView; name: string; href: string }[] = [
  { view: 'sessions', name: 'Sessions', href: '/team' },
  { view: 'usage', name: 'Usage', href: '/team/usage' },
  { view: 'reads', name: 'Readers of my sessions', href: '/team/reads' },
];

/** The title of each of the team's pages, with links to the others. */
export function TeamHead({ member, view, query, status = '', children }: Props) {
  const here = view === 'search' ? 'sessions' : view;
  const views = member.role === 'viewer' ? VIEWS.filter((each) => each.view === 'usage') : VIEWS;
  return (
    <div class="list-head">
      <div class="list-title team-title">
        <h1>{visible(member.team)}</h1>
        <span class="quiet num" role="status">
          {status}
        </span>
        <nav class="team-views" aria-label="Parts of the team">
          {views.map((each) => (
            <a key={each.view} href={each.href} aria-current={each.view === here ? 'page' : undefined}>
              {each.name}
            </a>
          ))}
        </nav>
      </div>
      {here === 'sessions' && member.role !== 'viewer' && <TeamSearchBox query={query} />}
      {children}
    </div>
  );
}

/** The first letter opens the search page, whose box then gets the focus. */
let isTyping = false;

/** Searches what the team shares while you type. The box on the left searches this machine. */
function TeamSearchBox({ query }: { query: URLSearchParams }) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const box = input.current;
    if (!isTyping || !box) return;
    isTyping = false;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  }, []);
  const type = (text: string) => {
    const params = new URLSearchParams(address().query);
    const isSearch = isTeamSearch();
    if (text.trim() === '') params.delete('q');
    else params.set('q', text);
    const rest = params.toString();
    const url = `${text.trim() === '' ? '/team' : '/team/search'}${rest ? `?${rest}` : ''}`;
    isTyping = isSearch === (text.trim() === '');
    if (isSearch && !isTyping) replace(url);
    else go(url);
  };
  return (
    <div class="search-box team-search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label="Search the team’s sessions"
        placeholder="Search what the team shares"
        autocomplete="off"
        spellcheck={false}
        defaultValue={query.get('q') ?? ''}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
    </div>
  );
}

function isTeamSearch(): boolean {
  const route = routeOf(address().path);
  return route.page === 'team' && route.view === 'search';
}
