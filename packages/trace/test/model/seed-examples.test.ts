import { describe, expect, it } from 'vitest';
import { openTrace, type Span } from '../../src/index.js';
import { layOut } from '../support/written-session.js';

/** The examples and the tables of the description of hooks for Langfuse that this package was made from. */
const toolTurn = [
  { sessionId: 'sess1', type: 'user', timestamp: '2025-01-15T10:00:00Z', content: 'read a file' },
  {
    timestamp: '2025-01-15T10:00:05Z',
    message: {
      id: 'm1',
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [{ type: 'tool_use', id: 't1', name: 'Read', input: { path: '/' } }],
      usage: { input_tokens: 100, output_tokens: 50, cache_read_input_tokens: 20 },
    },
  },
  {
    type: 'user',
    timestamp: '2025-01-15T10:00:10Z',
    content: [{ type: 'tool_result', tool_use_id: 't1', content: 'file data' }],
  },
  {
    timestamp: '2025-01-15T10:00:12Z',
    message: {
      id: 'm2',
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [{ type: 'text', text: 'done' }],
    },
  },
];

function trace(lines: object[]): Span[][] {
  const file = layOut({ 'sess1.jsonl': lines.map((line) => `${JSON.stringify(line)}\n`).join('') });
  return openTrace({ file, content: 'full', isEnded: true }).turns.map((turn) => turn.spans());
}

const at = (span: Span | undefined) => [span?.startTimeUnixNano, span?.endTimeUnixNano].map((nano) => nanoTime(nano));
const nanoTime = (nano = '0') => new Date(Number(BigInt(nano) / 1_000_000n)).toISOString().slice(14, 19);

describe('the trace of the examples', () => {
  const [[root, first, tool, last, ...rest] = []] = trace(toolTurn);

  it('is one turn: a root, a generation for each reply, a tool for each call', () => {
    expect(rest).toEqual([]);
    expect([root, first, tool, last].map((span) => [span?.kind, span?.name])).toEqual([
      ['turn', 'Turn 1'],
      ['generation', 'claude-sonnet-4-5-20250929'],
      ['tool', 'Read'],
      ['generation', 'claude-sonnet-4-5-20250929'],
    ]);
    expect(root?.parentSpanId).toBeUndefined();
    expect(first?.parentSpanId).toBe(root?.spanId);
    expect(tool?.parentSpanId).toBe(first?.spanId);
    expect(last?.parentSpanId).toBe(root?.spanId);
  });

  it('has the inputs and outputs of the table', () => {
    const user = '{"role":"user","content":"read a file"}';
    const answer = '{"role":"assistant","content":"done"}';
    const of = (span: Span | undefined, name: string) => span?.attributes[name];
    expect(of(root, 'langfuse.trace.input')).toBe(user);
    expect(of(root, 'langfuse.trace.output')).toBe(answer);
    expect(of(root, 'langfuse.observation.input')).toBe(user);
    expect(of(root, 'langfuse.observation.output')).toBe(answer);
    expect(of(first, 'langfuse.observation.input')).toBe(user);
    expect(of(last, 'langfuse.observation.input')).toBeUndefined();
    expect(of(last, 'langfuse.observation.output')).toBe(answer);
    expect(of(tool, 'langfuse.observation.input')).toBe('{"path":"/"}');
    expect(of(tool, 'langfuse.observation.output')).toBe('file data');
  });

  it('has the times of the table, and the last generation ends with its own line', () => {
    expect(at(root)).toEqual(['00:00', '00:12']);
    expect(at(first)).toEqual(['00:05', '00:12']);
    expect(at(tool)).toEqual(['00:05', '00:10']);
    expect(at(last)).toEqual(['00:12', '00:12']);
  });

  it('has usage including the cache, and none if it is unknown', () => {
    expect(JSON.parse(String(first?.attributes['langfuse.observation.usage_details']))).toEqual({
      input: 100,
      output: 50,
      cache_read_input_tokens: 20,
      input_cache_creation_5m: 0,
      input_cache_creation_1h: 0,
      total: 170,
    });
    expect(first?.attributes['gen_ai.usage.input_tokens']).toBe(120);
    expect(last?.attributes['langfuse.observation.usage_details']).toBeUndefined();
  });

  it('has the metadata of the table', () => {
    expect(root?.attributes).toMatchObject({
      'langfuse.trace.metadata.source': 'claude-code',
      'langfuse.trace.metadata.turn_number': '1',
      'langfuse.trace.metadata.session_id': 'sess1',
      'session.id': 'sess1',
    });
    expect(first?.attributes['langfuse.observation.metadata.tool_count']).toBe('1');
    expect(tool?.attributes).toMatchObject({
      'langfuse.observation.metadata.tool_name': 'Read',
      'langfuse.observation.metadata.tool_id': 't1',
    });
  });
});

describe('the edge cases of the description', () => {
  it('merges the parts of a reply and keeps all of their blocks', () => {
    const part = (text: string) => ({ message: { id: 'm1', role: 'assistant', content: [{ type: 'text', text }] } });
    const [spans = []] = trace([{ type: 'user', content: 'hello' }, part('one'), part('two')]);
    const generations = spans.filter((span) => span.kind === 'generation');
    expect(generations).toHaveLength(1);
    expect(generations[0]?.attributes['langfuse.observation.output']).toBe(
      '{"role":"assistant","content":"one\\ntwo"}',
    );
  });

  it('skips what the framework added', () => {
    const meta = { type: 'user', content: 'rubric', isMeta: true };
    const reply = { message: { id: 'm1', role: 'assistant', content: 'hi' } };
    const turns = trace([{ type: 'user', content: 'hello' }, meta, reply]);
    expect(turns).toHaveLength(1);
    expect(turns[0]?.map((span) => span.kind)).toEqual(['turn', 'generation']);
  });

  it('leaves out the output of a call without a result', () => {
    const lines = toolTurn.filter((_, index) => index !== 2);
    const tool = trace(lines)[0]?.find((span) => span.kind === 'tool');
    expect(tool?.attributes['langfuse.observation.output']).toBeUndefined();
    expect(tool?.attributes['langfuse.observation.level']).toBe('WARNING');
  });

  it('works without timestamps, with the same result each time', () => {
    const lines = toolTurn.map(({ timestamp: _, ...line }) => line);
    const [spans = []] = trace(lines);
    expect(spans).toHaveLength(4);
    expect(new Set(spans.map((span) => span.spanId)).size).toBe(4);
    expect(spans.every((span) => span.startTimeUnixNano === '0')).toBe(true);
    expect(trace(lines)).toEqual([spans]);
  });

  it('has no trace for a prompt that is still waiting', () => {
    const file = layOut({ 'sess1.jsonl': `${JSON.stringify(toolTurn[0])}\n` });
    expect(openTrace({ file }).turns.map((turn) => turn.state)).toEqual(['open']);
  });
});
