import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mainFilesIn } from '../../../trace/test/support/growing-session.js';
import { TraceHome } from './trace-home.js';

let machine: TraceHome;
beforeEach(() => {
  machine = new TraceHome();
});
afterEach(() => machine.remove());

/** Sums over the spans in a file, as `unspool usage` names them. */
function sumsIn(file: string) {
  const sums = { replies: 0, input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, cost: 0 };
  for (const { attributes } of machine.spansIn(file)) {
    const attribute = (key: string) => attributes.find((each) => each.key === key)?.value;
    const details = attribute('langfuse.observation.usage_details')?.['stringValue'];
    if (typeof details !== 'string') continue;
    const usage = JSON.parse(details);
    sums.replies++;
    sums.input += usage.input;
    sums.output += usage.output;
    sums.cacheRead += usage.cache_read_input_tokens;
    sums.cacheWrite5m += usage.input_cache_creation_5m;
    sums.cacheWrite1h += usage.input_cache_creation_1h;
    sums.cost += Number(attribute('gen_ai.usage.cost')?.['doubleValue'] ?? 0);
  }
  return { ...sums, cost: sums.cost.toFixed(9) };
}

async function usage() {
  const { total } = JSON.parse((await machine.run(['usage', '--json'])).out);
  const { total: _, ...tokens } = total.tokens;
  return { replies: total.replies, ...tokens, cost: Number(total.costUSD).toFixed(9) };
}

describe('sub-agents whose session file is gone', () => {
  it.each(['2.0.50/agent', '2.0.76/agent2', '2.1.325/agent2', '2.1.45/par3'])(
    'are sent by a backfill: the sums are those of usage (%s)',
    async (scenario) => {
      const folder = machine.layOut(scenario);
      machine.layOut('2.1.325/multiturn');
      for (const file of mainFilesIn(folder)) rmSync(file);
      const spans = join(machine.home, 'spans.jsonl');
      const backfill = () => machine.run(['trace', 'backfill', '--sink', `file:${spans}`]);
      expect(await backfill()).toMatchObject({ code: 0 });
      const wanted = await usage();
      expect(sumsIn(spans)).toEqual(wanted);
      expect(wanted.replies).toBeGreaterThan(2);
      expect((await backfill()).out).toContain('Nothing new');
      expect(sumsIn(spans)).toEqual(wanted);
    },
  );

  it('wait while they may be at work beside a file that is empty, and are sent when all have rested', async () => {
    const folder = machine.layOut('2.1.325/agent2');
    for (const file of mainFilesIn(folder)) writeFileSync(file, '');
    const spans = join(machine.home, 'spans.jsonl');
    const backfill = () => machine.run(['trace', 'backfill', '--sink', `file:${spans}`]);
    expect(await backfill()).toMatchObject({ code: 0 });
    expect(existsSync(spans)).toBe(false);
    for (const file of mainFilesIn(folder)) utimesSync(file, Date.now() / 1000 - 7200, Date.now() / 1000 - 7200);
    expect((await backfill()).out).toMatch(/^New: .* in 1 session\.\n/);
    expect(sumsIn(spans)).toEqual(await usage());
    expect((await backfill()).out).toContain('Nothing new');
  });

  it('belong to the project that they worked in', async () => {
    const folder = machine.layOut('2.1.325/agent2');
    for (const file of mainFilesIn(folder)) rmSync(file);
    const spans = join(machine.home, 'spans.jsonl');
    const { out } = await machine.run([
      'trace',
      'backfill',
      '--sink',
      `file:${spans}`,
      '--project',
      'agent2',
      '--json',
    ]);
    expect(JSON.parse(out)).toMatchObject({ sessions: 1, skipped: [] });
  });
});
