import type { Agent, JsonObject, Session } from '@unspool/session';
import { trajectorySteps } from './steps.js';

export interface TrajectoryOptions {
  session: Session;
  /** The sub-agents that calls started. */
  started: ReadonlyMap<string, readonly Agent[]>;
  agent: { name: string; version: string };
  title: string;
  cwd: string | undefined;
  /** Only these turns. */
  turns?: ReadonlySet<number> | undefined;
  /** Replaces secrets. */
  clean?: <Value>(value: Value) => Value;
  notes: string;
}

const VERSION = 'ATIF-v1.7';

/**
 * Yields a session as one ATIF object, piece by piece: the active branch, including what came before compactions, and
 * the sub-agents.
 */
export function* trajectoryPieces(options: TrajectoryOptions): Generator<string> {
  const { session, agent, title, cwd, notes, clean = (value) => value } = options;
  const extra = clean({ title, ...(cwd !== undefined && { cwd }) });
  const head = { schema_version: VERSION, session_id: session.sessionId, agent, notes, extra };
  yield `${JSON.stringify(head).slice(0, -1)},"steps":[`;
  const totals = yield* stepPieces(options);
  yield `],"final_metrics":${JSON.stringify(totals)}`;
  const agents = [...options.started.values()].flat();
  if (agents.length > 0) {
    yield ',"subagent_trajectories":[';
    for (const [at, each] of agents.entries()) yield `${at === 0 ? '\n' : ',\n'}${embedded(each, options)}`;
    yield ']';
  }
  yield '}\n';
}

/** A sub-agent is a complete trajectory that contains those it started. */
function embedded(each: Agent, { agent, clean, notes }: TrajectoryOptions): string {
  const inner = { session: each.open(), started: each.started, agent, title: '', cwd: undefined, notes };
  const pieces = stepPieces({ ...inner, ...(clean && { clean }) });
  let steps = '';
  let next = pieces.next();
  for (; !next.done; next = pieces.next()) steps += next.value;
  const type = each.agentType === undefined ? {} : { extra: { type: each.agentType } };
  const head = { schema_version: VERSION, trajectory_id: each.agentId, agent: { ...agent, ...type } };
  const own = [...each.started.values()].flat().map((child) => embedded(child, { ...inner, ...(clean && { clean }) }));
  const children = own.length > 0 ? `,"subagent_trajectories":[${own.join(',')}]` : '';
  const totals = `"final_metrics":${JSON.stringify(next.value)}`;
  return `${JSON.stringify(head).slice(0, -1)},"steps":[${steps}],${totals}${children}}`;
}

function* stepPieces(options: TrajectoryOptions): Generator<string, JsonObject> {
  const { clean = (value) => value } = options;
  const totals = { total_prompt_tokens: 0, total_completion_tokens: 0, total_cached_tokens: 0, total_steps: 0 };
  for (const step of trajectorySteps(options)) {
    const { prompt_tokens = 0, completion_tokens = 0, cached_tokens = 0 } = step.metrics ?? {};
    totals.total_prompt_tokens += prompt_tokens;
    totals.total_completion_tokens += completion_tokens;
    totals.total_cached_tokens += cached_tokens;
    totals.total_steps++;
    yield `${totals.total_steps === 1 ? '\n' : ',\n'}${JSON.stringify({ step_id: totals.total_steps, ...clean(step) })}`;
  }
  return totals;
}
