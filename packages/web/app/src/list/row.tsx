import { TOKEN_WORDS, totalTokens } from '@unspool/session/tokens';
import { Component } from 'preact';
import type { SessionRow } from '../api/contract.js';
import { count, money, short, tokens } from '../format/number.js';
import { ago, exact } from '../format/time.js';
import { UNRECORDED } from '../format/tokens.js';
import { sessionUrl } from '../router/route.js';
import { ThumbnailTape } from '../tape/thumbnail.js';
import { visible } from '../text/visible.js';
import { Marks } from './marks.js';
import { useTape } from './tapes.js';

/** The title of a session without prompts. */
const UNTITLED = '(untitled)';
/** Git's name for a detached head. */
export const DETACHED = 'HEAD';

interface Props {
  row: SessionRow;
  isSelected: boolean;
}

export class Row extends Component<Props> {
  override shouldComponentUpdate(next: Props): boolean {
    return next.row !== this.props.row || next.isSelected !== this.props.isSelected;
  }

  override render({ row, isSelected }: Props) {
    const isUnread = row.isPending === true;
    const isUnknown = isUnread && row.title === UNTITLED;
    const total = totalTokens(row.tokens);
    return (
      <a class="row" href={sessionUrl(row.id)} data-selected={isSelected}>
        <span class="row-title">
          <span class={row.title === UNTITLED ? 'one-line row-untitled' : 'one-line'}>
            {isUnknown ? 'Not read yet' : visible(row.title)}
          </span>
          <Marks row={{ ...row, tags: [] }} areWarningsQuiet />
        </span>
        <span class="row-tape">
          <RowTape id={row.id} />
        </span>
        <span class="row-where one-line quiet">
          {visible(row.project.name)}
          {row.branch && row.branch !== DETACHED && <span> · {visible(row.branch)}</span>}
          {row.tags.map((tag) => (
            <span key={tag} class="tag">
              {visible(tag)}
            </span>
          ))}
        </span>
        <time class="row-when quiet" title={exact(row.lastAt)}>
          {ago(row.lastAt)}
        </time>
        <span class="row-number row-turns num" title={`${count(row.turns)} turns`}>
          {!(isUnread && row.turns === 0) && (
            <>
              {short(row.turns)} <small>{row.turns === 1 ? 'turn' : 'turns'}</small>
            </>
          )}
        </span>
        <span class="row-number row-tokens num" title={row.areTokensUnknown ? UNRECORDED : `${count(total)} tokens`}>
          {row.areTokensUnknown && '–'}
          {!(isUnread && total === 0) && !row.areTokensUnknown && (
            <>
              {short(total)} <small>{TOKEN_WORDS.total}</small>
            </>
          )}
        </span>
        {row.isPending ? (
          <span class="row-number row-cost quiet" title="Counted once the index has read it">
            …
          </span>
        ) : (
          <span class="row-number row-cost num" title={priceNote(row)}>
            {row.areTokensUnknown ? '–' : row.cost === null ? <small>no price</small> : money(row.cost)}
            {row.cost !== null && row.unknownPrices.length > 0 && '+'}
          </span>
        )}
      </a>
    );
  }
}

function RowTape({ id }: { id: string }) {
  return <ThumbnailTape tape={useTape(id)} />;
}

function priceNote(row: SessionRow): string {
  if (row.areTokensUnknown) return UNRECORDED;
  if (row.unknownPrices.length === 0) return `${tokens(totalTokens(row.tokens))}, at list prices`;
  return `The price of ${row.unknownPrices.join(', ')} is not known`;
}
