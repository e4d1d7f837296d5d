import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTrace, type Span } from '../../src/index.js';
import { layOut, SESSION, temporaryFolder, WrittenSession } from '../support/written-session.js';

/** What can come next in a session. */
type Step =
  | {
      kind:
        | 'prompt'
        | 'notice'
        | 'interruption'
        | 'duration'
        | 'error'
        | 'compaction'
        | 'rewind'
        | 'side line'
        | 'torn';
    }
  | { kind: 'reply'; parts: number; hasStop: boolean; hasTime: boolean }
  | { kind: 'tool'; isAnswered: boolean; isError: boolean; name: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'prompt',
      'notice',
      'interruption',
      'duration',
      'error',
      'compaction',
      'rewind',
      'side line',
      'torn',
    ),
  }),
  fc.record({
    kind: fc.constant('reply' as const),
    parts: fc.integer({ min: 1, max: 3 }),
    hasStop: fc.boolean(),
    hasTime: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('tool' as const),
    isAnswered: fc.boolean(),
    isError: fc.boolean(),
    name: fc.constantFrom('Bash', 'Agent', ''),
  }),
) as fc.Arbitrary<Step>;

describe('every session, however odd', () => {
  it('has complete trees: parents before children, unique ids, no end before its start', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        for (const spans of traces(write(steps))) {
          const seen = new Set<string>();
          for (const [at, span] of spans.entries()) {
            expect(seen.has(span.spanId)).toBe(false);
            if (at === 0) expect(span.parentSpanId).toBeUndefined();
            else expect(seen).toContain(span.parentSpanId);
            seen.add(span.spanId);
            expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
            expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
            expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
          }
        }
      }),
      { numRuns: 80 },
    );
  });

  it('shows each reply and each call once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const session = write(steps);
        const spans = traces(session).flat();
        const replies = new Set(session.lines.flatMap((line) => messageId(line) ?? []));
        const shown = spans
          .filter((span) => span.kind === 'generation')
          .map((span) => span.attributes['gen_ai.response.id']);
        expect([...shown].sort()).toEqual([...replies].sort());
        const calls = spans
          .filter((span) => span.kind === 'tool')
          .map((span) => span.attributes['gen_ai.tool.call.id']);
        expect(new Set(calls).size).toBe(calls.length);
      }),
      { numRuns: 80 },
    );
  });

  it('has the same spans for a closed turn at every later length', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const session = write(steps);
        const folder = temporaryFolder();
        const lines = session.text().split('\n').slice(0, -1);
        let before = new Map<string, string>();
        for (let count = 1; count <= lines.length; count++) {
          const file = layOut({ [`${SESSION}.jsonl`]: `${lines.slice(0, count).join('\n')}\n` }, folder);
          const { turns } = openTrace({ file, content: 'full' });
          const closed = new Map(
            turns.filter((turn) => turn.state === 'closed').map((turn) => [turn.traceId, JSON.stringify(turn.spans())]),
          );
          for (const [id, spans] of before) expect(closed.get(id)).toBe(spans);
          before = closed;
        }
      }),
      { numRuns: 30 },
    );
  });
});

function traces(session: WrittenSession): Span[][] {
  const file = layOut({ [`${SESSION}.jsonl`]: session });
  return openTrace({ file, content: 'full', isEnded: true })
    .turns.map((turn) => turn.spans())
    .filter((spans) => spans.length > 0);
}

function messageId(line: { [key: string]: unknown }): string | undefined {
  return line['type'] === 'assistant' ? (line['message'] as { id: string }).id : undefined;
}

function write(steps: readonly Step[]): WrittenSession {
  const session = new WrittenSession();
  steps.forEach((each, at) => {
    if (each.kind === 'reply') writeReply(session, each, at);
    else if (each.kind === 'tool') writeTool(session, each, at);
    else session.line(lineOf(each.kind, at));
  });
  return session;
}

function lineOf(kind: Exclude<Step['kind'], 'reply' | 'tool'>, at: number): { [key: string]: unknown } {
  const user = (content: string, fields: object = {}) => ({
    type: 'user',
    message: { role: 'user', content },
    ...fields,
  });
  switch (kind) {
    case 'prompt':
      return user(`prompt ${at}`);
    case 'notice':
      return user(`<task-notification>${at}</task-notification>`);
    case 'interruption':
      return user('[Request interrupted by user]');
    case 'rewind':
      return user(`again ${at}`, { parentUuid: null });
    case 'duration':
      return { type: 'system', subtype: 'turn_duration', durationMs: at };
    case 'error':
      return { type: 'system', subtype: 'api_error', error: {}, retryAttempt: 1 };
    case 'compaction':
      return { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } };
    case 'side line':
      return { type: 'last-prompt', lastPrompt: 'x' };
    case 'torn':
      return { type: 'assistant', message: 7, uuid: 5 };
  }
}

function writeReply(session: WrittenSession, { parts, hasStop, hasTime }: Step & { kind: 'reply' }, at: number): void {
  for (let part = 1; part <= parts; part++) {
    const stop_reason = hasStop && part === parts ? 'end_turn' : null;
    session.reply(`m${at}`, `part ${part}`, { stop_reason }, hasTime ? {} : { timestamp: undefined });
  }
}

function writeTool(session: WrittenSession, { isAnswered, isError, name }: Step & { kind: 'tool' }, at: number): void {
  session.call(`m${at}`, `t${at}`, name, { prompt: `p${at}` });
  if (isAnswered) session.result(`t${at}`, 'result', { is_error: isError });
}
