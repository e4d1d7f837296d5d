import { Fragment } from 'preact';
import type { SessionsPage } from '../api/contract.js';
import { useResource } from '../api/resource.js';
import { withQuery } from '../router/location.js';
import { Notice } from '../shell/notice.js';

/** Two words side by side, long enough to say something. */
const PAIR = /(?<!\S)(\p{L}{4,}) (\p{L}{4,})(?!\S)/u;
const LATEST = 30;

/** How to search, with words from the title of a recent session, so that each example finds something. */
export function Hints() {
  const { data, error } = useResource<SessionsPage>(`/api/sessions?limit=${LATEST}`);
  const isKnown = data !== undefined || error !== undefined;
  const pair = data?.rows.map(({ title }) => PAIR.exec(title)).find((found) => found !== null);
  const [, first = 'flaky', second = 'upload'] = pair ?? [];
  const examples = [
    [`${first} ${second}`, 'both words'],
    [`"${first} ${second}"`, 'this phrase'],
    [`${first.slice(0, 3)}*`, 'words that begin with it'],
    [`${first} OR ${second}`, 'either word'],
    [`${first} -docker`, 'the first word without the second'],
  ] as const;
  return (
    <Notice title="Search prompts, replies, tools and their output.">
      <dl class="hints">
        {isKnown &&
          examples.map(([example, means]) => (
            <Fragment key={means}>
              <dt>
                <a href={withQuery({ q: example })}>
                  <code>{example}</code>
                </a>
              </dt>
              <dd>{means}</dd>
            </Fragment>
          ))}
      </dl>
    </Notice>
  );
}
