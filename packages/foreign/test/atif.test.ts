import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentTree, familyOf, type JsonObject, openSession } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { ADAPTERS, openForeign, trajectoryPieces } from '../src/index.js';
import { problems } from './support/atif-rules.js';
import { EVERYTHING, SESSION_ID, writeConversation } from './support/conversation.js';
import { stepsIn } from './support/converted.js';
import { FIXTURES, fixture } from './support/places.js';
import { storiesOf, storyOf } from './support/story.js';

interface Trajectory extends JsonObject {
  steps: { observation?: { results: { subagent_trajectory_ref?: object[] }[] } }[];
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

  const samples = process.env.UNSPOOL_CORPUS ? [join(process.env.UNSPOOL_CORPUS, 'other-agents/samples')] : [];
  it.each([FIXTURES, ...samples].flatMap(filesIn))('obeys the rules of Harbor when exported: %s', (file) => {
    const opened = openForeign(file, ADAPTERS, mkdtempSync(join(folder, 'copies-')));
    for (const copy of opened?.sessions ?? []) expect(problems(exported(copy, 'any').trajectory)).toEqual([]);
  });
});

function filesIn(place: string): string[] {
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .map((name) => join(place, name))
    .filter((file) => statSync(file).isFile() && /\.(jsonl|json|db|zst)$/.test(file) && !file.endsWith('.meta.json'));
}
