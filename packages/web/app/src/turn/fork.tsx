import { many } from '../format/number.js';
import { withQuery } from '../router/location.js';
import type { Branch } from '../session/path.js';
import { Icon } from '../shell/icon.js';
import { visible } from '../text/visible.js';

/** A place where the conversation was continued in several ways, with links to each of them. */
export function Fork({ branch, shown }: { branch: Branch; shown: number }) {
  return (
    <nav class="fork" aria-label={`Branches after turn ${branch.at}`}>
      <span class="fork-label">
        <Icon name="fork" /> {many(branch.ways.length, 'way')} from here
      </span>
      <ul>
        {branch.ways.map((way) => (
          <li key={way.turn}>
            <a
              href={withHash(withQuery({ branch: way.isOnTip ? null : String(way.turn) }), way.turn)}
              aria-current={way.turn === shown ? 'true' : undefined}
              title={visible(way.title)}
            >
              <span class="one-line">{visible(way.title)}</span>
              <small class="num">
                {many(way.turns, 'turn')}
                {way.isOnTip ? ', continues' : ''}
              </small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function withHash(url: string, turn: number): string {
  return `${url.split('#')[0]}#t${turn}`;
}
