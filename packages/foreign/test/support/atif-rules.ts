import type { JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import { objectsIn } from '../../src/read/values.js';

/** The members of each object in ATIF v1.7. Harbor's validator refuses any other. */
const MEMBERS = {
  trajectory:
    'schema_version session_id trajectory_id agent steps notes final_metrics continued_trajectory_ref extra subagent_trajectories',
  agent: 'name version model_name tool_definitions extra',
  step: 'step_id timestamp source model_name reasoning_effort message reasoning_content tool_calls observation metrics is_copied_context llm_call_count extra',
  call: 'tool_call_id function_name arguments extra',
  observation: 'results',
  result: 'source_call_id content subagent_trajectory_ref extra',
  ref: 'trajectory_id session_id trajectory_path extra',
  metrics:
    'prompt_tokens completion_tokens cached_tokens cost_usd prompt_token_ids completion_token_ids logprobs extra',
  final: 'total_prompt_tokens total_completion_tokens total_cached_tokens total_cost_usd total_steps extra',
  text: 'type text',
  image: 'type source',
  source: 'media_type path',
} as const;

const OF_AGENTS = ['model_name', 'reasoning_effort', 'reasoning_content', 'tool_calls', 'metrics'];
const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** Violations of the rules of Harbor's validator, in a trajectory and those embedded in it. */
export function problems(trajectory: JsonObject): string[] {
  const { agent, steps, final_metrics: final, schema_version } = trajectory;
  const embedded = objectsIn(trajectory, 'subagent_trajectories');
  const ids = embedded.map(({ trajectory_id }) => trajectory_id);
  const isNamed =
    isObject(agent) && [agent.name, agent.version].every((each) => typeof each === 'string' && each !== '');
  return [
    ...strange(trajectory, 'trajectory'),
    ...strange(agent, 'agent'),
    ...strange(final, 'final'),
    ...unless(schema_version === 'ATIF-v1.7', 'schema_version'),
    ...unless(isNamed, 'agent'),
    ...unless(ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length, 'trajectory_id'),
    ...unless(Array.isArray(steps) && steps.length > 0, 'no steps'),
    ...unless(isObject(final) && final.total_steps === objectsIn(trajectory, 'steps').length, 'total_steps'),
    ...objectsIn(trajectory, 'steps').flatMap((step, at) =>
      problemsOfStep(step, at + 1, ids).map((problem) => `step ${at + 1}: ${problem}`),
    ),
    ...embedded.flatMap(problems),
  ];
}

function problemsOfStep(step: JsonObject, number: number, embedded: readonly unknown[]): string[] {
  const { step_id, source, timestamp, message, metrics, observation } = step;
  const calls = objectsIn(step, 'tool_calls');
  const results = isObject(observation) ? objectsIn(observation, 'results') : [];
  const isTime = timestamp === undefined || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(timestamp));
  return [
    ...strange(step, 'step'),
    ...strange(metrics, 'metrics'),
    ...strange(observation, 'observation'),
    ...unless(step_id === number, 'step_id'),
    ...unless(['system', 'user', 'agent'].includes(String(source)), 'source'),
    ...unless(isTime, 'timestamp'),
    ...unless(source === 'agent' || OF_AGENTS.every((name) => step[name] === undefined), 'only agents may have this'),
    ...problemsOfContent(message),
    ...Object.values(isObject(metrics) ? metrics : {}).flatMap((count) =>
      unless(isObject(count) || Number.isInteger(count), 'a count is no integer'),
    ),
    ...calls.flatMap((call) => [
      ...strange(call, 'call'),
      ...unless(
        [call.tool_call_id, call.function_name].every((each) => typeof each === 'string'),
        'call',
      ),
      ...unless(isObject(call.arguments), 'arguments'),
    ]),
    ...results.flatMap((result) => problemsOfResult(result, calls, embedded)),
  ];
}

function problemsOfResult(result: JsonObject, calls: readonly JsonObject[], embedded: readonly unknown[]): string[] {
  const { source_call_id: id, content } = result;
  return [
    ...strange(result, 'result'),
    ...unless(id === undefined || calls.some((call) => call.tool_call_id === id), `result of ${String(id)}`),
    ...problemsOfContent(content),
    ...objectsIn(result, 'subagent_trajectory_ref').flatMap((ref) => [
      ...strange(ref, 'ref'),
      ...unless(embedded.includes(ref.trajectory_id), `no trajectory ${String(ref.trajectory_id)}`),
    ]),
  ];
}

function problemsOfContent(content: unknown): string[] {
  if (typeof content === 'string') return [];
  if (!Array.isArray(content)) return ['content'];
  return content.flatMap((part) => {
    if (!isObject(part)) return ['a part'];
    if (part.type === 'text') return [...strange(part, 'text'), ...unless(typeof part.text === 'string', 'text')];
    const { source } = part;
    const isImage = isObject(source) && IMAGES.includes(String(source.media_type)) && typeof source.path === 'string';
    return [...strange(part, 'image'), ...strange(source, 'source'), ...unless(isImage, 'image')];
  });
}

function strange(object: unknown, kind: keyof typeof MEMBERS): string[] {
  if (!isObject(object)) return [];
  const known = MEMBERS[kind].split(' ');
  return Object.keys(object).flatMap((name) => unless(known.includes(name), `${kind} has ${name}`));
}

function unless(isRight: boolean, problem: string): string[] {
  return isRight ? [] : [problem];
}
