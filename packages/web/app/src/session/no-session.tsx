import { totalTokens } from '@unspool/session/tokens';
import type { SessionRow } from '../api/contract.js';
import type { RequestError } from '../api/request.js';
import { many, money, tokens } from '../format/number.js';
import { ago, exact } from '../format/time.js';
import { Notice } from '../shell/notice.js';
import { Shell } from '../shell/shell.js';
import { visible } from '../text/visible.js';

/** Shown for a session that does not exist. If it existed once, says what is known of it. */
export function NoSession({ error, row }: { error: RequestError; row: SessionRow | undefined }) {
  return (
    <Shell page="session">
      <div role="alert">
        <Notice title={row ? visible(row.title) : error.message}>
          {row ? <Known row={row} error={error} /> : <p>It may have been deleted or moved.</p>}
          <p>
            <a class="link" href="/">
              Go to the sessions
            </a>
          </p>
        </Notice>
      </div>
    </Shell>
  );
}

function Known({ row, error }: { row: SessionRow; error: RequestError }) {
  return (
    <>
      <p class="session-facts quiet num">
        <span>{visible(row.project.name)}</span>
        <span>{many(row.turns, 'turn')}</span>
        <span>{row.areTokensUnknown ? 'tokens unknown' : tokens(totalTokens(row.tokens))}</span>
        {!row.areTokensUnknown && <span>{money(row.cost)}</span>}
        <time title={exact(row.lastAt)}>{ago(row.lastAt)}</time>
      </p>
      <p>
        {error.message} {error.hint}
      </p>
      <p>
        Was it moved to the trash with Unspool? Then it can be brought back under{' '}
        <a class="link" href="/edits">
          Edits
        </a>
        .
      </p>
    </>
  );
}
