import { totalTokens } from '@unspool/session/tokens';
import type { SessionOutline, SessionRow } from '../api/contract.js';
import { shortModel } from '../format/model.js';
import { many, money, tokens } from '../format/number.js';
import { ago, exact } from '../format/time.js';
import { tokensInFull, UNRECORDED } from '../format/tokens.js';
import { DETACHED } from '../list/row.js';
import { pageWith } from '../router/location.js';
import { visible } from '../text/visible.js';

interface Props {
  row: SessionRow | undefined;
  outline: SessionOutline | undefined;
  turns: number;
  /** The session whose sub-agent this is. */
  parent: SessionRow | undefined;
}

/** At least this many characters of a longer name are shown. */
const SHORT_NAME = 12;

/** The line below the title: project, branch, model, usage, time. */
export function SessionFacts({ row, outline, turns, parent }: Props) {
  // Nothing is known yet, so zeros would be wrong.
  const isUnread = row?.isPending === true && totalTokens(row.tokens) === 0;
  return (
    <p class="session-facts quiet num">
      {parent && (
        <span class="fact-long fact-branch is-long">
          sub-agent of{' '}
          <a class="link" href={pageWith({ agent: null })}>
            {visible(parent.title)}
          </a>
        </span>
      )}
      {row && (
        <>
          {row.person !== undefined && (
            <span>
              <a class="link" href={`/team?person=${encodeURIComponent(row.person)}`}>
                {visible(row.person)}
              </a>
            </span>
          )}
          {row.project.name !== '' && (
            <span class={`fact-long ${isLong(row.project.name)}`}>
              <a
                class="link"
                href={`${row.person === undefined ? '/' : '/team'}?project=${encodeURIComponent(row.project.key)}`}
                title={visible(row.project.path)}
              >
                {visible(row.project.name)}
              </a>
            </span>
          )}
          {row.branch && row.branch !== DETACHED && (
            <span class={`fact-long fact-branch ${isLong(row.branch)}`} title={visible(row.branch)}>
              {visible(row.branch)}
            </span>
          )}
          {outline?.models[0] !== undefined && (
            <span class="fact-long fact-model" title={outline.models.map(visible).join('\n')}>
              {visible(shortModel(outline.models[0]))}
              {outline.models.length > 1 && ` +${outline.models.length - 1}`}
            </span>
          )}
          {(outline || !isUnread) && <span>{many(outline ? turns : row.turns, 'turn')}</span>}
          {row.areTokensUnknown ? (
            <span title={UNRECORDED}>tokens unknown</span>
          ) : isUnread ? null : (
            <span title={tokensInFull(row.tokens, row.agents)}>{tokens(totalTokens(row.tokens))}</span>
          )}
          {!row.isPending && !row.areTokensUnknown && (
            <span
              title={
                row.unknownPrices.length > 0
                  ? `The price of ${row.unknownPrices.join(', ')} is not known`
                  : 'At list prices'
              }
            >
              {money(row.cost)}
              {row.cost !== null && row.unknownPrices.length > 0 && '+'}
            </span>
          )}
          <time title={exact(row.lastAt)}>{ago(row.lastAt)}</time>
        </>
      )}
    </p>
  );
}

function isLong(name: string): string {
  return name.length > SHORT_NAME ? 'is-long' : '';
}
