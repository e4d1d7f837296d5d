import { plural } from '@unspool/session/show';
import { totalTokens } from '@unspool/session/tokens';
import {
  Calendar,
  type GroupKind,
  isOfProject,
  isUnrecorded,
  ledgerUsage,
  reportOf,
  type Sum,
  shortDollars,
  unrecordedSessions,
} from '@unspool/store';
import { inBudget, plainName } from '../answer.js';
import { type Arguments, BadArgument } from '../arguments.js';
import type { Room } from '../room.js';

const DAY_MS = 86_400_000;
const KINDS: readonly GroupKind[] = ['daily', 'sessions', 'models'];

/** Tokens and cost, the newest day or the most expensive row first. */
export function usage(args: Arguments, { database, prices, project, now }: Room): string {
  const by = args.maybeText('by') ?? 'daily';
  const kind = KINDS.find((each) => each === by);
  if (!kind) throw new BadArgument(`by must be one of ${KINDS.join(', ')}.`);
  const days = args.count('since_days') ?? 7;
  const isAll = args.isSet('all_projects');
  const usages = [...ledgerUsage(database, [now - days * DAY_MS]), ...unrecordedSessions(database)];
  const report = reportOf(kind, usages, {
    prices,
    calendar: new Calendar(undefined),
    isWanted: ({ time, session }) =>
      time >= now - days * DAY_MS &&
      (isAll || isOfProject({ slug: session.slug, cwd: session.cwd(), repo: session.repo?.() }, project)),
  });
  const ordered = kind === 'daily' ? report.rows.toReversed() : report.rows;
  const rows = ordered.map(({ key, sum }) => ({ head: `${plainName(key || 'no time')}: ${sumText(sum)}` }));
  const parts = rows.length === 0 ? [] : [{ head: `Last ${days} days, all: ${sumText(report.total)}` }, ...rows];
  return inBudget(
    {
      parts,
      more: (shown) => `${parts.length - shown} more rows: a larger max_tokens.`,
      nothing: `Nothing was used in ${isAll ? 'any project' : 'this project'} in the last ${days} days.`,
    },
    args,
  );
}

function sumText(sum: Sum): string {
  if (isUnrecorded(sum)) return 'tokens unknown';
  const { tokens, cost, unpriced, unrecorded } = sum;
  const missing = unrecorded > 0 ? `; without ${plural(unrecorded, 'session')} whose agent recorded no tokens` : '';
  const unknown = unpriced.size > 0 ? ` and ${plural(unpriced.size, 'model')} without a price` : '';
  return `${totalTokens(tokens)} tokens, ${shortDollars(cost)}${unknown}${missing}`;
}
