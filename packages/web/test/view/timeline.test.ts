import { describe, expect, it } from 'vitest';
import { reading, script } from '../support/reading.js';

describe('the timeline', () => {
  const session = () =>
    script()
      .user('Go.')
      .call('Bash', { command: 'ls' }, 'a')
      .call('Bash', { command: 'rm' }, "The user doesn't want to proceed with this tool use.", { isError: true })
      .reply('m_end', 'Done.')
      // Written when the user came back, so not part of the work.
      .line({ type: 'system', subtype: 'away_summary', content: 'Away' })
      .user('More.')
      .call('Read', { file_path: '/home/dev/app/a.ts' }, 'no such file', { isError: true });

  it('sums the time of the model and of each tool', async () => {
    const { reader, target } = reading(session());
    const timeline = await reader.timeline(target());
    // The script writes a line a second.
    expect(timeline).toMatchObject({
      modelMs: 4000,
      waitingMs: 2000,
      tools: [
        { name: 'Bash', kind: 'run', calls: 2, ms: 2000 },
        { name: 'Read', kind: 'read', calls: 1, ms: 1000 },
      ],
      turns: [
        {
          number: 1,
          parts: [
            { kind: 'model', ms: 3000 },
            { kind: 'run', ms: 2000 },
          ],
        },
        { number: 2 },
      ],
    });
  });

  it('counts the time until an answer as waiting', async () => {
    const { reader, target } = reading(
      script().user('Go.').call('ExitPlanMode', { plan: 'Do it.' }, 'approved').reply('m_end', 'Done.'),
    );
    const timeline = await reader.timeline(target());
    expect(timeline).toMatchObject({ waitingMs: 1000, tools: [{ name: 'ExitPlanMode', calls: 1, ms: 0 }] });
    const { outlines } = await reader.turns(target(), { from: 1, count: 1, numbers: undefined });
    const plan = outlines[0]?.bands.find(({ kind }) => kind === 'other');
    expect(plan?.endedAt).toBe(plan?.startedAt);
  });

  it('lists the requests and calls of a turn in the order of their start, with tokens and cost', async () => {
    const { reader, target } = reading(session());
    const { spans, startedAt, endedAt } = await reader.spans(target(), 1);
    expect(spans.map(({ name, status }) => [name, status])).toEqual([
      ['claude-opus-4-5-20251101', 'ok'],
      ['Bash', 'ok'],
      ['claude-opus-4-5-20251101', 'ok'],
      ['Bash', 'declined'],
      ['claude-opus-4-5-20251101', 'ok'],
    ]);
    expect(spans[0]).toMatchObject({ tokens: { output: 20 }, turn: 1 });
    expect(spans[0]?.cost).toBeGreaterThan(0);
    expect((endedAt ?? 0) - (startedAt ?? 0)).toBe(5000);
    expect((await reader.spans(target(), 2)).spans[1]).toMatchObject({
      name: 'Read',
      status: 'failed',
      detail: 'a.ts',
    });
  });
});
