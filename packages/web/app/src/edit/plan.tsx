import type { BeforeAfter, EditPlanView } from '../api/contract.js';
import { bytes, count, many, percent, short } from '../format/number.js';
import { KindBars } from './kinds.js';
import { TurnChanges } from './turn-changes.js';

interface Props {
  plan: EditPlanView;
  /** False while a newer plan is being fetched. */
  isCurrent: boolean;
  isBusy: boolean;
  isInPlace: boolean;
  /** Shown if it would change nothing. */
  nothing?: string | undefined;
  /** Why nothing that is sent changes. */
  effect?: string | undefined;
  onApply?: () => void;
  jump: (turn: number) => void;
}

/** What an edit does: the proof first, then what is saved, then turn by turn. */
export function Plan(props: Props) {
  const { plan, isCurrent, isBusy, isInPlace, nothing = 'There is nothing to do.', effect, onApply, jump } = props;
  const canApply = plan.isChange && plan.resumes && plan.refusal === null;
  return (
    <div class="plan" aria-busy={!isCurrent}>
      {plan.isChange && <p class="plan-what">{plan.what}</p>}
      {plan.refusal !== null && (
        <p class="banner" role="status">
          <b>This session is live, so it cannot be edited yet.</b> The plan can be applied once nothing has been written
          to it for a minute; this page notices by itself. <span class="quiet">({plan.refusal})</span>
        </p>
      )}
      <Proof plan={plan} effect={effect} />
      {!plan.isChange && <p class="banner">{nothing}</p>}
      {onApply && plan.isChange && (
        <p class="plan-apply">
          <button
            type="button"
            class="button button-main"
            disabled={!canApply || isBusy || !isCurrent}
            onClick={onApply}
          >
            {isBusy ? 'Writing…' : isInPlace ? 'Change this session' : 'Make the new session'}
          </button>
          <span class="quiet">{isInPlace ? 'The original is kept for undo.' : 'This session stays as it is.'}</span>
        </p>
      )}
      {plan.isChange && (
        <div class="before-after">
          {plan.tokens && <Bars name="Context (estimated tokens)" pair={plan.tokens} shown={short} />}
          <Bars name="File" pair={plan.bytes} shown={bytes} />
          {plan.messages && <Bars name="Messages sent" pair={plan.messages} shown={count} />}
          <Bars name="Lines" pair={plan.lines} shown={count} />
        </div>
      )}
      {plan.isChange && plan.kinds && plan.kinds.length > 0 && <KindBars kinds={plan.kinds} />}
      {plan.notes.length > 0 && (
        <ul class="bullets quiet">
          {plan.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <Findings plan={plan} />
      <TurnChanges turns={plan.turns} jump={jump} />
    </div>
  );
}

function Proof({ plan, effect }: Pick<Props, 'plan' | 'effect'>) {
  if (!plan.isChange && plan.resumes) return null;
  const isWhole = plan.resumes && plan.verdict?.isWhole !== false;
  return (
    <div class={`proof ${isWhole ? 'proof-good' : 'proof-bad'}`}>
      <strong>
        {!plan.resumes ? '✗ would not resume' : isWhole ? '✓ resumes' : `! ${plan.verdict?.text}`}
        {plan.messages && isWhole && (
          <span class="num">
            : {count(plan.messages.before)} → {count(plan.messages.after)} messages
          </span>
        )}
      </strong>
      {effect && <p class="proof-effect">{effect}</p>}
      {plan.reasons.length > 0 && (
        <ul class="bullets">
          {plan.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Bars({
  name,
  pair: { before, after },
  shown,
}: {
  name: string;
  pair: BeforeAfter;
  shown: (value: number) => string;
}) {
  const most = Math.max(before, after, 1);
  const share = before > 0 ? 1 - after / before : 0;
  return (
    <div class="bars">
      <span class="bars-name">{name}</span>
      <span class="num">
        {shown(before)} → <b>{shown(after)}</b>
        {share >= 0.005 && <span class="saved"> −{percent(share)}</span>}
      </span>
      <svg width="100%" height="8" aria-hidden="true">
        <rect class="bar-before" width={`${(before / most) * 100}%`} height="8" rx="2" />
        <rect class="bar-after" width={`${Math.max(after > 0 ? 0.3 : 0, (after / most) * 100)}%`} height="8" rx="2" />
      </svg>
    </div>
  );
}

function Findings({ plan }: { plan: EditPlanView }) {
  if (plan.findings.length === 0 && plan.secrets.length === 0) return null;
  return (
    <section class="findings">
      {plan.secrets.length > 0 && (
        <>
          <h3>Secrets</h3>
          <ul class="bullets">
            {plan.secrets.map(({ kind, found, distinct }) => (
              <li key={kind}>
                {kind}: {many(found, 'place')}
                {found > 1 && (distinct === 1 ? ', the same in all' : `, ${count(distinct)} different ones`)}
              </li>
            ))}
          </ul>
        </>
      )}
      {plan.findings.length > 0 && (
        <>
          <h3>What is wrong</h3>
          <ul class="bullets">
            {plan.findings.slice(0, 200).map(({ line, title, what, repair }, at) => (
              <li key={at}>
                <b>{title}</b> <span class="quiet num">line {count(line)}</span> {what}{' '}
                <span class="quiet">{repair}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
