import { describe, expect, it } from 'vitest';
import { openTrace, type Span } from '../../src/index.js';
import { layOut, SESSION, WrittenSession } from '../support/written-session.js';

const sub = (id: string) => `${SESSION}/subagents/agent-${id}.jsonl`;
const meta = (toolUseId: string, agentType: string) =>
  JSON.stringify({ toolUseId, agentType, description: `a ${agentType}` });
const agent = (id: string, begin: number) => new WrittenSession(SESSION, { isSidechain: true, agentId: id }, begin);
const task = (prompt: string) => ({ prompt, description: 'look', subagent_type: 'Explore' });

function tree(spans: readonly Span[]): string[] {
  const depths = new Map<string, number>();
  return spans.map((span) => {
    const depth = span.parentSpanId === undefined ? 0 : (depths.get(span.parentSpanId) ?? Number.NaN) + 1;
    depths.set(span.spanId, depth);
    return `${depth} ${span.kind} ${span.name}`;
  });
}

function spansIn(file: string, isEnded = true): Span[] {
  return openTrace({ file, content: 'full', isEnded }).turns.flatMap((turn) => turn.spans());
}

describe('sub-agents', () => {
  it('are under their calls, at any depth', () => {
    const main = new WrittenSession()
      .prompt('go')
      .call('m1', 'call1', 'Agent', task('outer'))
      .result('call1')
      .reply('m2', 'done');
    const outer = agent('a1', 2)
      .prompt('outer')
      .call('a1m1', 'call2', 'Agent', task('inner'))
      .result('call2')
      .reply('a1m2', 'outer done');
    const inner = agent('a2', 4)
      .prompt('inner')
      .call('a2m1', 'call3', 'Read')
      .result('call3')
      .reply('a2m2', 'inner done');
    const file = layOut({
      [`${SESSION}.jsonl`]: main,
      [sub('a1')]: outer,
      [sub('a1').replace('.jsonl', '.meta.json')]: meta('call1', 'planner'),
      [sub('a2')]: inner,
      [sub('a2').replace('.jsonl', '.meta.json')]: meta('call2', 'reader'),
    });
    expect(tree(spansIn(file))).toEqual([
      '0 turn Turn 1',
      '1 generation claude-opus-5-5',
      '2 tool Agent',
      '1 generation claude-opus-5-5',
      '3 agent planner',
      '4 generation claude-opus-5-5',
      '5 tool Agent',
      '4 generation claude-opus-5-5',
      '6 agent reader',
      '7 generation claude-opus-5-5',
      '8 tool Read',
      '7 generation claude-opus-5-5',
    ]);
    const reader = spansIn(file).find((span) => span.name === 'reader');
    expect(reader?.attributes).toMatchObject({
      'gen_ai.agent.id': 'a2',
      'gen_ai.agent.description': 'a reader',
      'langfuse.observation.input': '{"role":"user","content":"inner"}',
      'langfuse.observation.output': '{"role":"assistant","content":"inner done"}',
    });
  });

  it('may nest deeper than the call stack', () => {
    const depth = 1500;
    const files: { [path: string]: WrittenSession | string } = {
      [`${SESSION}.jsonl`]: new WrittenSession()
        .prompt('go')
        .call('m0', 'call0', 'Agent', task('p0'))
        .result('call0')
        .reply('m', 'done'),
    };
    for (let at = 0; at < depth; at++) {
      const next = `call${at + 1}`;
      files[sub(`a${at}`)] = agent(`a${at}`, at)
        .prompt(`p${at}`)
        .call(`m${at + 1}`, next, 'Agent', task(`p${at + 1}`))
        .result(next);
      files[sub(`a${at}`).replace('.jsonl', '.meta.json')] = meta(`call${at}`, 'nested');
    }
    const spans = spansIn(layOut(files));
    expect(spans.filter((span) => span.kind === 'agent')).toHaveLength(depth);
    expect(Math.max(...tree(spans).map((line) => Number.parseInt(line, 10)))).toBe(3 * depth + 2);
  });

  it('show an inherited reply only where it was made', () => {
    const main = new WrittenSession()
      .prompt('go')
      .call('m1', 'call1', 'Agent', task('x'))
      .result('call1')
      .reply('m2', 'done');
    const copied = main.lines.slice(0, 2).map((line) => ({ ...line, isSidechain: true, agentId: 'a1' }));
    const own = agent('a1', 5).prompt('x').reply('a1m1', 'mine');
    const file = layOut({
      [`${SESSION}.jsonl`]: main,
      [sub('a1')]: [...copied, ...own.lines].map((line) => `${JSON.stringify(line)}\n`).join(''),
    });
    const ids = spansIn(file).flatMap((span) => span.attributes['gen_ai.response.id'] ?? []);
    expect(ids.sort()).toEqual(['a1m1', 'm1', 'm2']);
  });

  it('without a known call are under the turn that was running', () => {
    const main = new WrittenSession()
      .prompt('one')
      .reply('m1', 'ok')
      .prompt('two')
      .reply('m2', 'ok')
      .prompt('three')
      .reply('m3', 'ok');
    const file = layOut({
      [`${SESSION}.jsonl`]: main,
      [sub('a1')]: agent('a1', 2.5).prompt('lost').reply('a1m1', 'here'),
    });
    const lost = spansIn(file).find((span) => span.kind === 'agent');
    expect(lost?.turn).toBe(2);
    expect(lost?.parentSpanId).toBe(spansIn(file).find((span) => span.kind === 'turn' && span.turn === 2)?.spanId);
  });

  it('wait for the line that may have started them', () => {
    const main = new WrittenSession().prompt('one').reply('m1', 'ok');
    const file = layOut({
      [`${SESSION}.jsonl`]: main,
      [sub('a1')]: agent('a1', 9).prompt('early').reply('a1m1', 'here'),
    });
    expect(spansIn(file, false).some((span) => span.kind === 'agent')).toBe(false);
    expect(spansIn(file, true).some((span) => span.kind === 'agent')).toBe(true);
  });

  it('of a session without turns are separate traces', () => {
    const file = layOut({
      [`${SESSION}.jsonl`]: '',
      [sub('a1')]: agent('a1', 0).prompt('left').reply('a1m1', 'alone'),
      [sub('acompact-1')]: agent('acompact-1', 0).prompt('sum up').reply('a2m1', 'short'),
    });
    expect(openTrace({ file }).turns).toEqual([]);
    const { turns } = openTrace({ file, content: 'full', isEnded: true });
    expect(turns.map((turn) => tree(turn.spans()))).toEqual([
      ['0 agent sub-agent', '1 generation claude-opus-5-5'],
      ['0 agent compact', '1 generation claude-opus-5-5'],
    ]);
    expect(new Set(turns.map((turn) => turn.traceId)).size).toBe(2);
  });

  it('are shown from progress lines if nothing else is left', () => {
    const embedded = { ...agent('a1', 2).reply('a1m1', 'only here').lines[0] };
    const progress = (callId: string) => ({
      type: 'progress',
      parentToolUseID: callId,
      toolUseID: `agent_${callId}`,
      data: { type: 'agent_progress', agentId: 'a1', message: embedded },
    });
    const main = new WrittenSession()
      .prompt('go')
      .call('m1', 'call1', 'Task', task('x'))
      .line(progress('call1'))
      .result('call1')
      .reply('m2', 'done');
    expect(tree(spansIn(layOut({ [`${SESSION}.jsonl`]: main })))).toContain('3 agent Explore');
    // The call may be gone too.
    const lost = new WrittenSession().prompt('go').line(progress('gone')).reply('m2', 'done');
    expect(tree(spansIn(layOut({ [`${SESSION}.jsonl`]: lost })))).toContain('1 agent sub-agent');
  });
});
