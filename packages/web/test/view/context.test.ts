import { describe, expect, it } from 'vitest';
import type { ContextCounts, SessionRow } from '../../src/view/view.js';
import { reading } from '../support/reading.js';
import { SessionScript } from '../support/script.js';

const noRow = {} as SessionRow;
const LONG = 'a line of output that a tool printed\n'.repeat(2000);

describe('the context window', () => {
  it('is known for each request, also within a turn, and adds up to the reported usage', async () => {
    const script = new SessionScript().user('Look around.');
    for (let call = 1; call <= 5; call++) {
      script.call('Bash', { command: `step ${call}` }, LONG);
      setTokens(script, -2, 20_000 + call * 10_000);
    }
    const { reader, target } = reading(script);
    const { turns } = await reader.outline(target(), noRow);
    const [turn] = turns;
    expect(turns).toHaveLength(1);
    expect(turn?.requests.map(({ context }) => sumOf(context))).toEqual([30_000, 40_000, 50_000, 60_000, 70_000]);
    expect(sumOf(turn?.context)).toBe(70_000);
    // Instructions and tools come with the first request and do not grow with the session.
    const systems = turn?.requests.map(({ context }) => context.system) ?? [];
    expect(Math.max(...systems) - Math.min(...systems)).toBeLessThan(10);
    expect(turn?.context?.toolOutput).toBeGreaterThan(30_000);
  });

  it('has the count that a compaction recorded, where it happened', async () => {
    const script = new SessionScript().user('Work.');
    script.call('Bash', { command: 'one' }, LONG);
    setTokens(script, -2, 160_000);
    script
      .line({
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        compactMetadata: { trigger: 'auto', preTokens: 167_000 },
      })
      .user('So far: much.', { isCompactSummary: true, isVisibleInTranscriptOnly: true })
      .reply('after', 'On I go.');
    setTokens(script, -1, 31_000);
    const { reader, target } = reading(script);
    const { turns } = await reader.outline(target(), noRow);
    const [turn] = turns;
    expect(turn?.cuts).toMatchObject([{ trigger: 'auto', tokensBefore: 167_000 }]);
    const cut = turn?.requests.find(({ byte }) => byte === turn.cuts[0]?.byte);
    expect(sumOf(cut?.context)).toBe(167_000);
    expect(turn?.requests.map(({ context }) => sumOf(context))).toEqual([160_000, 167_000, 31_000]);
  });
});

function sumOf(context: ContextCounts | null | undefined): number {
  if (!context) return 0;
  const { cached: _, ...kinds } = context;
  return Object.values(kinds).reduce((a, b) => a + b, 0);
}

/** The reported usage of a reply, whose line is counted from the end. */
function setTokens(script: SessionScript, at: number, tokens: number): void {
  const line = JSON.parse(script.lines.at(at) ?? '');
  line.message.usage = { input_tokens: 0, output_tokens: 100, cache_read_input_tokens: tokens - 100 };
  script.lines[script.lines.length + at] = JSON.stringify(line);
}
