import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UsagePage } from '../../src/view/routes.js';
import { SessionScript } from '../support/script.js';
import { browserPath, Stage } from './support/browser.js';

const ABSURD = 1e15;
let stage: Stage;

describe.skipIf(!browserPath)('an impossible token count', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      const script = new SessionScript();
      const now = Date.now();
      for (let day = 1; day <= 6; day++) {
        const timestamp = new Date(now - day * 86_400_000).toISOString();
        script.user('Go on.', { timestamp }).reply(`m${day}`, 'Done.', { timestamp });
        if (day === 3) script.reply('absurd', 'Much.', { timestamp, message: absurd() });
      }
      script.write(config);
    });
  });
  afterAll(() => stage?.stop());

  it('is in the totals as recorded, with a note', async () => {
    const { json } = await stage.served.get<UsagePage>('/api/usage');
    expect(json.total.tokens.output).toBe(ABSURD + 6 * 20);
    expect(json.total.hasImpossible).toBe(true);
    expect(json.days.map(({ hasImpossible }) => hasImpossible)).toEqual([false, false, false, true, false, false]);
  });

  it('is named, and does not flatten the other days', async () => {
    const { page, faults, shot } = await stage.open('/usage?by=tokens');
    await page.getByText('More tokens than a reply can use').waitFor();
    await expect.poll(() => page.evaluate(HEIGHTS)).toHaveLength(6);
    const heights = (await page.evaluate(HEIGHTS)) as number[];
    expect(Math.min(...heights)).toBeGreaterThan(40);
    expect(Math.max(...heights)).toBeLessThan(200);
    expect(await page.locator('.bar-cut').count()).toBe(1);
    await shot('impossible-count');
    expect(faults).toEqual([]);
  });
});

function absurd() {
  const usage = { input_tokens: 0, output_tokens: ABSURD };
  const model = 'claude-opus-4-5-20251101';
  return { id: 'absurd', role: 'assistant', model, content: [{ type: 'text', text: 'Much.' }], usage };
}

const HEIGHTS = `[...document.querySelectorAll('.chart rect[class^="m-"]')].map((bar) => bar.height.baseVal.value)`;
