import { type Agent, callsOf, type JsonObject } from '@unspool/session';
import { plural, shortDuration, shortNumber } from '../terminal/numbers.js';
import type { Page } from '../terminal/page.js';
import { safeLine } from '../terminal/safe.js';
import { wrap } from '../terminal/wrap.js';
import type { Conversation } from './conversation.js';
import type { Place } from './place.js';
import { printTurn } from './print-turn.js';
import { openAgent } from './shown-session.js';
import { tokensOfTurns } from './tokens-of-turns.js';

/** No client nests this deep. A crafted file must not overflow the stack. */
const MAX_DEPTH = 40;

/** The sub-agents of a call, one line each; with --full, also their turns. */
export function printAgents(agents: readonly Agent[], input: JsonObject, page: Page, place: Place): void {
  for (const agent of agents) {
    const asked = typeof input['subagent_type'] === 'string' ? input['subagent_type'] : undefined;
    printAgent(agent, agent.agentType ?? asked, page, place);
  }
}

export function printAgent(agent: Agent, type: string | undefined, page: Page, place: Place): void {
  const { paint } = page;
  const conversation = openAgent(agent, place.conversation);
  const name = safeLine(type ?? agent.agentId);
  const parts = [...sums(conversation), ...(agent.place === 'file' ? [] : [`from ${agent.place}`])];
  const inner = page.inside('  ');
  inner.lines(wrap(`↳ ${name} · ${parts.join(' · ')}`, inner.columns, paint.magenta));
  if (!place.detail.isFull) return;
  if (place.depth >= MAX_DEPTH) {
    inner.lines(
      wrap(`nested too deeply to show here: unspool show ${conversation.nameOf(agent.file)}`, inner.columns, paint.dim),
    );
    return;
  }
  const nested = inner.inside(paint.magenta('┊ '));
  for (const turn of conversation.turns.turns) {
    printTurn(turn, nested, { ...place, conversation, depth: place.depth + 1, branches: new Map() });
  }
  inner.gap();
}

function sums({ turns: { turns } }: Conversation): string[] {
  if (turns.length === 0) return ['no turns'];
  const tools = turns.reduce((sum, turn) => sum + callsOf(turn).length, 0);
  const tokens = tokensOfTurns(turns)?.total;
  const started = turns[0]?.startedAt ?? Number.NaN;
  const ended = turns.reduce(
    (last, turn) => (turn.endedAt > last || Number.isNaN(last) ? turn.endedAt : last),
    Number.NaN,
  );
  const parts = [
    plural(turns.length, 'turn'),
    plural(tools, 'tool'),
    tokens === undefined ? 'tokens unknown' : `${shortNumber(tokens)} tokens`,
  ];
  if (ended >= started) parts.push(shortDuration(ended - started));
  return parts;
}
