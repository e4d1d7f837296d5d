import { totalTokens } from '@unspool/session/tokens';
import { useState } from 'preact/hooks';
import type { TimelineSpan, TurnSpans } from '../api/contract.js';
import { useResource } from '../api/resource.js';
import { shortModel } from '../format/model.js';
import { count, money, short } from '../format/number.js';
import { duration } from '../format/time.js';
import { tokensInFull } from '../format/tokens.js';
import { toolName } from '../format/tool-name.js';
import { Failed } from '../shell/notice.js';
import { Skeleton } from '../shell/skeleton.js';
import { visible } from '../text/visible.js';

const AT_ONCE = 200;
const DEEPEST = 5;

interface Axis {
  start: number;
  end: number;
}

interface Props {
  /** Where the spans are fetched from. */
  address: string;
  base: string;
  depth: number;
  jump: (turn: number, byte: number | null) => void;
  /** The time axis of the surrounding spans, for a sub-agent. */
  axis?: Axis;
}

/** Requests, calls and sub-agents on one axis. */
export function Waterfall({ address, base, depth, jump, axis }: Props) {
  const { data, error, reload } = useResource<TurnSpans>(address);
  const [most, setMost] = useState(AT_ONCE);
  if (error) return <Failed error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={4} label="Reading the turn" />;
  const own = axis ?? { start: data.startedAt ?? 0, end: data.endedAt ?? 1 };
  const left = data.spans.length - most;
  return (
    <ol class="waterfall">
      {data.spans.slice(0, most).map((span, at) => (
        <Span key={at} span={span} base={base} depth={depth} jump={jump} axis={own} />
      ))}
      {left > 0 && (
        <li>
          <button type="button" class="link-button" onClick={() => setMost(most + 1000)}>
            {count(left)} more
          </button>
        </li>
      )}
      {left <= 0 && data.more > 0 && <li class="quiet">{count(data.more)} more are not shown.</li>}
    </ol>
  );
}

type SpanProps = Omit<Props, 'address' | 'axis'> & { span: TimelineSpan; axis: Axis };

function Span({ span, base, depth, jump, axis }: SpanProps) {
  const { kind, name, detail, tokens, cost, status } = span;
  const isModel = kind === 'model';
  return (
    <li>
      <button
        type="button"
        class={`span span-${status}`}
        style={{ '--depth': depth }}
        onClick={depth === 0 ? () => jump(span.turn, span.byte) : undefined}
        title={depth === 0 ? 'Show it in the conversation' : undefined}
      >
        <span class="one-line span-name">
          <i class={`dot s-${status === 'failed' ? 'error' : kind}`} aria-hidden="true" />{' '}
          {isModel ? visible(shortModel(name)) : toolName(name)} <span class="quiet">{visible(detail)}</span>
          {status !== 'ok' && <b class={`status-${status === 'declined' ? 'rejected' : status}`}> {WORDS[status]}</b>}
        </span>
        <Bar span={span} axis={axis} />
        <span class="num span-time">{took(span)}</span>
        <span class="num quiet span-tokens" title={tokens ? tokensInFull(tokens) : undefined}>
          {tokens ? short(totalTokens(tokens)) : ''}
        </span>
        <span class="num quiet span-cost">{cost ? money(cost) : ''}</span>
      </button>
      {span.agents.map((agent) => (
        <Agent
          key={agent.agentId}
          agent={agent}
          detail={detail}
          base={base}
          depth={depth + 1}
          jump={jump}
          axis={axis}
        />
      ))}
    </li>
  );
}

const WORDS = { ok: '', failed: 'failed', declined: 'declined', open: 'no result' };

type AgentProps = Omit<SpanProps, 'span'> & { agent: TimelineSpan['agents'][number]; detail: string };

function Agent({ agent, detail, base, depth, jump, axis }: AgentProps) {
  const [isOpen, open] = useState(false);
  const session = base.replace(/\/agents\/.*$/, '');
  const address = `${session}/agents/${encodeURIComponent(agent.agentId)}`;
  return (
    <>
      <button
        type="button"
        class="span span-agent"
        style={{ '--depth': depth }}
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        <span class="one-line span-name">
          <span class="caret" aria-hidden="true" /> {visible(agent.description ?? (detail || 'Sub-agent'))}
        </span>
        <Bar span={{ ...agent, kind: 'agent', status: 'ok' }} axis={axis} />
        <span class="num span-time">{took(agent)}</span>
        <span class="num quiet span-tokens" title={tokensInFull(agent.tokens)}>
          {short(totalTokens(agent.tokens))}
        </span>
        <span class="span-cost" />
      </button>
      {isOpen && depth < DEEPEST && (
        <Waterfall address={`${address}/spans`} base={address} depth={depth + 1} jump={jump} axis={axis} />
      )}
    </>
  );
}

type Times = Pick<TimelineSpan, 'startedAt' | 'endedAt'>;

function Bar({ span, axis: { start, end } }: { span: Times & Pick<TimelineSpan, 'kind' | 'status'>; axis: Axis }) {
  const { startedAt, endedAt, kind, status } = span;
  if (startedAt === null || endedAt === null) return <span class="span-bar" />;
  const whole = Math.max(1, end - start);
  const share = (time: number) => Math.min(100, Math.max(0, ((time - start) / whole) * 100));
  const width = Math.max(0.3, share(endedAt) - share(startedAt));
  return (
    <span class="span-bar" aria-hidden="true">
      <i
        class={`s-${status === 'failed' ? 'error' : kind}`}
        style={{ left: `${Math.min(99.7, share(startedAt))}%`, width: `${width}%` }}
      />
    </span>
  );
}

function took({ startedAt, endedAt }: Times): string {
  return startedAt === null || endedAt === null ? '' : duration(Math.max(0, endedAt - startedAt));
}
