import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentTree, familyOf, openSession } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { ADAPTERS, openForeign, trajectoryPieces } from '../src/index.js';
import { EVERYTHING, SESSION_ID, writeConversation } from './support/conversation.js';
import { stepsIn } from './support/converted.js';
import { fixture } from './support/places.js';
import { storiesOf, storyOf } from './support/story.js';

interface Step {
  step_id: number;
  source: string;
  tool_calls?: { tool_call_id: string; arguments: unknown }[];
  observation?: { results: { source_call_id?: string; subagent_trajectory_ref?: { trajectory_id: string }[] }[] };
  metrics?: object;
  reasoning_content?: string;
}

interface Trajectory {
  schema_version: string;
  session_id?: string;
  trajectory_id?: string;
  agent: { name: string; version: string };
  steps: Step[];
  final_metrics: { total_prompt_tokens: number; total_completion_tokens: number; total_steps: number };
  subagent_trajectories?: Trajectory[];
}

const folder = mkdtempSync(join(tmpdir(), 'unspool-atif-'));

/** The trajectory of a session, in a file. */
function exported(file: string, name: string): { path: string; trajectory: Trajectory } {
  const session = openSession(file);
  const { started } = agentTree(session, familyOf(file), file);
  const agent = { name: 'claude-code', version: '2.1.326' };
  const options = { session, started, agent, title: 'A title', cwd: '/home/dev/shop', notes: '' };
  const text = [...trajectoryPieces(options)].join('');
  const path = join(folder, `${name}.json`);
  writeFileSync(path, text);
  return { path, trajectory: JSON.parse(text) };
}

/** Violations of the specification, in a trajectory and those embedded in it. */
function problems({ schema_version, agent, steps, subagent_trajectories = [], ...rest }: Trajectory): string[] {
  const found: string[] = [];
  if (schema_version !== 'ATIF-v1.7') found.push('schema_version');
  if (agent.name === '' || agent.version === '') found.push('agent');
  const embedded = subagent_trajectories.map(({ trajectory_id }) => trajectory_id ?? '');
  if (embedded.includes('') || new Set(embedded).size !== embedded.length) found.push('trajectory_id');
  if (rest.final_metrics.total_steps !== steps.length) found.push('total_steps');
  found.push(...steps.flatMap((step, at) => stepProblems(step, at + 1, embedded)));
  return [...found, ...subagent_trajectories.flatMap(problems)];
}

function stepProblems(step: Trajectory['steps'][number], number: number, embedded: readonly string[]): string[] {
  const found: string[] = [];
  if (step.step_id !== number) found.push(`step_id ${step.step_id}`);
  const calls = step.tool_calls?.map(({ tool_call_id }) => tool_call_id) ?? [];
  const isAgents = step.tool_calls ?? step.metrics ?? step.reasoning_content;
  if (step.source !== 'agent' && isAgents) found.push(`step ${number}: only agents may have this`);
  for (const { source_call_id, subagent_trajectory_ref = [] } of step.observation?.results ?? []) {
    if (source_call_id !== undefined && !calls.includes(source_call_id)) found.push(`result of ${source_call_id}`);
    for (const { trajectory_id } of subagent_trajectory_ref)
      if (!embedded.includes(trajectory_id)) found.push(trajectory_id);
  }
  return found;
}

describe('ATIF', () => {
  it('keeps prompts, replies, calls, results and images in a round trip', () => {
    const file = writeConversation(join(folder, `${SESSION_ID}.jsonl`), EVERYTHING);
    const { path, trajectory } = exported(file, 'everything');
    expect(problems(trajectory)).toEqual([]);
    expect(trajectory).toMatchObject({ session_id: SESSION_ID, final_metrics: { total_completion_tokens: 20 } });
    const opened = openForeign(path, ADAPTERS, join(folder, 'copies'));
    expect(opened?.adapter.name).toBe('atif');
    const essence = (each: ReturnType<typeof stepsIn>[number]) =>
      each.kind === 'reply'
        ? [each.text, each.calls]
        : [each.kind, each.content, each.kind === 'result' && each.isError];
    expect(stepsIn(opened?.sessions[0] ?? '').map(essence)).toEqual(stepsIn(file).map(essence));
  });

  it('counts the same tokens', () => {
    const gemini = openForeign(
      fixture('gemini/chats/session-2026-11-18T10-29-734c1df9.jsonl'),
      ADAPTERS,
      join(folder, 'g'),
    );
    const [copy = ''] = gemini?.sessions ?? [];
    const { path, trajectory } = exported(copy, 'gemini');
    expect(problems(trajectory)).toEqual([]);
    const [story] = storiesOf(path);
    const before = storyOf(copy);
    expect(story).toMatchObject({ agent: 'atif', turns: before.turns, tokens: before.tokens, unknown: [], damaged: 0 });
    expect(story?.lines.filter((line) => !/^(injected|thinking)/.test(line))).toEqual(
      before.lines.filter((line) => !/^(injected|thinking)/.test(line)).map((line) => line.replace(/ \[wrote .*/, '')),
    );
  });

  it('reads compactions, sub-agents and unknown fields', () => {
    const path = join(folder, 'other.json');
    const sub = {
      schema_version: 'ATIF-v1.7',
      trajectory_id: 'child',
      agent: { name: 'helper', version: '1' },
      steps: [{ step_id: 1, source: 'agent', message: 'from the child' }],
    };
    const steps = [
      { step_id: 1, source: 'user', message: 'go' },
      {
        step_id: 2,
        source: 'agent',
        message: '',
        tool_calls: [{ tool_call_id: 'c1', function_name: 'delegate', arguments: { a: 1 } }],
        observation: {
          results: [{ source_call_id: 'c1', content: 'ok', subagent_trajectory_ref: [{ trajectory_id: 'child' }] }],
        },
      },
      {
        step_id: 3,
        source: 'system',
        message: 'Context compaction performed',
        observation: { results: [{ content: 'so far' }] },
        extra: { context_management: { type: 'compaction', boundary: 'replace' } },
      },
      { step_id: 4, source: 'oracle', message: 'x' },
    ];
    const agent = { name: 'any', version: '1', model_name: 'm' };
    writeFileSync(
      path,
      JSON.stringify({ schema_version: 'ATIF-v1.7', session_id: 's1', agent, steps, subagent_trajectories: [sub] }),
    );
    const [story] = storiesOf(path);
    expect(story?.lines).toEqual([
      'user: go',
      'call: delegate {"a":1}',
      'result: ok',
      'system: compact_boundary',
      'user: so far',
    ]);
    expect(story?.subAgents).toEqual([['model: from the child']]);
    expect(story?.unknown).toEqual(['step of oracle']);
    const [copy = ''] = openForeign(path, ADAPTERS, join(folder, 'o'))?.sessions ?? [];
    const { trajectory } = exported(copy, 'again');
    expect(problems(trajectory)).toEqual([]);
    expect(trajectory.subagent_trajectories).toMatchObject([
      { trajectory_id: 'child', steps: [{ message: 'from the child' }] },
    ]);
    expect(trajectory.steps[1]?.observation?.results[0]?.subagent_trajectory_ref).toEqual([{ trajectory_id: 'child' }]);
  });
});
