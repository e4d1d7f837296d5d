import { Component } from 'preact';
import type { Mark, SessionsPage } from '../api/contract.js';
import { count } from '../format/number.js';
import { ago } from '../format/time.js';
import { visible } from '../text/visible.js';
import { marksOf, PERIODS, toggledMark } from './query.js';

const MARKS: { [mark in Mark]: string } = {
  live: 'Live now',
  pinned: 'Pinned',
  errors: 'Has errors',
  agents: 'Sub-agents',
  expiring: 'Deleted soon',
  archived: 'Archived',
  gone: 'Already deleted',
};
const SHOWN = 14;

interface Props {
  facets: SessionsPage['facets'] | undefined;
  query: URLSearchParams;
}

/** The left rail of the list: projects, then other filters. Every choice is a link. */
export class ListFacets extends Component<Props> {
  /** There are many links, and scrolling renders the list often. */
  override shouldComponentUpdate({ facets, query }: Props): boolean {
    return facets !== this.props.facets || query.toString() !== this.props.query.toString();
  }

  override render(props: Props) {
    return <Facets {...props} />;
  }
}

function Facets({ facets, query }: Props) {
  const project = query.get('project');
  const when = query.get('when');
  const chosen = marksOf(query);
  const marks = withChosen(facets?.marks ?? [], chosen);
  return (
    <>
      <section class="facet">
        <h2>Projects</h2>
        <ul>
          <Choice
            href={to(query, { project: null })}
            isChosen={project === null}
            name="All projects"
            size={facets?.projects.reduce((sum, { count: size }) => sum + size, 0)}
          />
          {(facets?.projects ?? []).slice(0, SHOWN).map(({ key, name, path, count: size, lastAt }) => (
            <Choice
              key={key}
              href={to(query, { project: key === project ? null : key })}
              isChosen={key === project}
              name={name}
              size={size}
              title={`${path}\n${ago(lastAt)}`}
            />
          ))}
        </ul>
        {(facets?.projects.length ?? 0) > SHOWN && (
          <details class="more">
            <summary>{count((facets?.projects.length ?? 0) - SHOWN)} more</summary>
            <ul>
              {facets?.projects.slice(SHOWN).map(({ key, name, path, count: size }) => (
                <Choice
                  key={key}
                  href={to(query, { project: key })}
                  isChosen={key === project}
                  name={name}
                  size={size}
                  title={path}
                />
              ))}
            </ul>
          </details>
        )}
      </section>
      <section class="facet">
        <h2>When</h2>
        <ul>
          {PERIODS.map(({ key, name }, at) => (
            <Choice
              key={key}
              href={to(query, { when: key === when ? null : key })}
              isChosen={key === when}
              name={name}
              size={facets?.periods[at]?.count}
            />
          ))}
        </ul>
      </section>
      {facets && (facets.clients.length > 1 || query.has('client')) && (
        <section class="facet">
          <h2>Agents</h2>
          <ul>
            {facets.clients.map(({ name, label, count: size }) => (
              <Choice
                key={name}
                href={to(query, { client: query.get('client') === name ? null : name })}
                isChosen={query.get('client') === name}
                name={label}
                size={size}
              />
            ))}
          </ul>
        </section>
      )}
      {marks.length > 0 && (
        <section class="facet">
          <h2>Only</h2>
          <ul>
            {marks.map(({ mark, count: size }) => (
              <Choice
                key={mark}
                href={to(query, { marks: toggledMark(query, mark) })}
                isChosen={chosen.includes(mark)}
                name={MARKS[mark]}
                size={size}
              />
            ))}
          </ul>
        </section>
      )}
      {facets && facets.tags.length > 0 && (
        <section class="facet">
          <h2>Tags</h2>
          <ul>
            {facets.tags.map(({ tag, count: size }) => (
              <Choice
                key={tag}
                href={to(query, { tag: query.get('tag') === tag ? null : tag })}
                isChosen={query.get('tag') === tag}
                name={tag}
                size={size}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** A chosen mark stays even if no session has it, so that it can be unchosen. */
function withChosen(marks: SessionsPage['facets']['marks'], chosen: string[]): SessionsPage['facets']['marks'] {
  return (Object.keys(MARKS) as Mark[]).flatMap((mark) => {
    const size = marks.find((each) => each.mark === mark)?.count ?? 0;
    return size > 0 || chosen.includes(mark) ? [{ mark, count: size }] : [];
  });
}

interface ChoiceProps {
  href: string;
  isChosen: boolean;
  name: string;
  size?: number | undefined;
  title?: string;
}

export function Choice({ href, isChosen, name, size, title }: ChoiceProps) {
  return (
    <li>
      <a class="choice" href={href} aria-current={isChosen ? 'true' : undefined} title={title && visible(title)}>
        <span class="one-line">{visible(name)}</span>
        {size !== undefined && <span class="num quiet">{count(size)}</span>}
      </a>
    </li>
  );
}

/** Choices lead to the list from every page. */
function to(query: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams();
  for (const name of ['project', 'when', 'client', 'marks', 'tag', 'sort']) {
    const value = name in changes ? changes[name] : query.get(name);
    if (value) next.set(name, value);
  }
  const text = next.toString();
  return text ? `/?${text}` : '/';
}
