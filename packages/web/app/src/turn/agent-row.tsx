import { totalTokens } from '@unspool/session/tokens';
import { useEffect, useState } from 'preact/hooks';
import { many, tokens } from '../format/number.js';
import { tokensInFull } from '../format/tokens.js';
import { pageWith } from '../router/location.js';
import type { Row } from '../session/rows.js';
import { Tape } from '../tape/tape.js';
import { visible } from '../text/visible.js';
import { useSession } from './context.js';

/** A sub-agent below the call that started it. When opened, it shows its own tape, and its turns follow. */
export function AgentRow({ row }: { row: Extract<Row, { type: 'agent' }> }) {
  const { folds } = useSession();
  const { agent, child, isOpen, fold } = row;
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!isOpen) return;
    const stop = child.subscribe(() => redraw((count) => count + 1));
    if (child.turns.length === 0) void child.open(undefined);
    return stop;
  }, [isOpen, child]);
  return (
    <div class={`agent ${isOpen ? 'is-open' : ''}`}>
      <div class="agent-head">
        <button type="button" class="tool-line" aria-expanded={isOpen} onClick={() => folds.toggle(fold)}>
          <span class="caret" aria-hidden="true" />
          <i class="family k-agent" aria-hidden="true" />
          <span class="tool-name one-line">{visible(agent.description ?? agent.agentType ?? 'Sub-agent')}</span>
          <span class="agent-type quiet one-line">{visible(agent.description ? (agent.agentType ?? '') : '')}</span>
          <span class="tool-facts num">
            <span>{many(agent.turns, 'turn')}</span>
            {totalTokens(agent.tokens) > 0 && (
              <span title={tokensInFull(agent.tokens)}>{tokens(totalTokens(agent.tokens))}</span>
            )}
          </span>
        </button>
        <a class="link" href={pageWith({ agent: agent.agentId, branch: null })}>
          open alone
        </a>
      </div>
      {isOpen && child.turns.length > 0 && (
        <Tape
          turns={child.turns}
          mode="time"
          label={`Tape of the sub-agent ${visible(agent.description ?? '')}`}
          size="small"
        />
      )}
      {isOpen && child.error && (
        <p class="error-text" role="alert">
          {child.error.message} {child.error.why}
        </p>
      )}
    </div>
  );
}

export function AgentEnd({ row }: { row: Extract<Row, { type: 'agent-end' }> }) {
  const { folds } = useSession();
  return (
    <button type="button" class="link-button" onClick={() => folds.toggle(row.fold)}>
      Close the sub-agent
    </button>
  );
}
