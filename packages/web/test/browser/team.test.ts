import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MadeTeam, madeTeam } from '../support/made-team.js';
import { SESSION, SessionScript } from '../support/script.js';
import { browserPath, Stage, violations } from './support/browser.js';
import { addHostileTurn } from './support/hostile-session.js';
import { PAYLOADS } from './support/payloads.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PWN = 'window.pwn = () => { window.__pwned = true }';
const TITLE = 'Fix the flaky upload test';
let stage: Stage;
let team: MadeTeam;

/** Bob has the samples, too, but shares none of them. */
describe.skipIf(!browserPath)('the team', () => {
  beforeAll(async () => {
    team = await madeTeam();
    await team.shareSamples('ana', [{ match: '*', as: 'team' }]);
    await team.shareSamples('cleo', [{ match: '*', as: 'metrics' }]);
    stage = await Stage.start();
  });
  afterAll(async () => {
    await stage?.stop();
    await team?.service.close();
  });

  it('says how to join one, and is hidden until then', async () => {
    const { page, faults } = await stage.open('/team');
    await page.getByText('This machine is not part of a team.').waitFor();
    expect(await page.getByRole('link', { name: /^Team/ }).count()).toBe(0);
    expect(faults).toEqual([]);
    await team.join(join(stage.served.home, 'data'), 'bob');
  });

  it('lists what is shared, by person', async () => {
    const { page, faults, shot } = await stage.open('/team');
    await page.getByText(TITLE).waitFor();
    expect(await page.getByText('Shares numbers only').count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: /^ana/ }).first().click();
    await page.waitForURL(/person=ana/);
    await page.getByText('Shares numbers only').first().waitFor({ state: 'detached' });
    await shot('team');
    expect(await findingsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('opens a hit in the reader under its owner’s name, and pulls the session', async () => {
    const { page, faults, shot } = await stage.open('/team');
    await page.getByRole('searchbox', { name: 'Search the team’s sessions' }).pressSequentially('flaky');
    await page.getByRole('link', { name: /about time or order/ }).click();
    await page.waitForURL(/#t1$/);
    await page.getByText('✓ resumes').waitFor();
    await page.locator('.whose', { hasText: 'ana' }).first().waitFor();
    expect(await page.locator('.whose', { hasText: 'you' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Actions' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Pull and continue' }).click();
    await page.getByRole('textbox', { name: /Folder of the project/ }).fill(join(stage.served.home, 'shop'));
    await page.getByRole('button', { name: 'Pull', exact: true }).click();
    await page.getByText('is not overwritten').waitFor();
    await page.getByRole('checkbox', { name: /as a new session/i }).check();
    await page.getByRole('button', { name: 'Pull', exact: true }).click();
    await page.getByText(/^claude --resume/).waitFor();
    await shot('team-pulled');
    await page.getByRole('link', { name: 'Open your copy' }).click();
    await page.getByRole('button', { name: 'Actions' }).waitFor();
    // The refused copy is the browser's only complaint.
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  it('shows everybody’s usage, and who read your sessions', async () => {
    const { page, faults, shot } = await stage.open('/team/usage?period=all');
    await page.getByRole('heading', { name: 'People' }).first().waitFor();
    await page.getByText('By day and model').waitFor();
    await shot('team-usage');
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Readers of my sessions' }).click();
    await page.getByText('Nobody has read your sessions.').waitFor();
    expect(faults).toEqual([]);
  });

  it('runs nothing that a colleague’s session contains', async () => {
    await team.shareSamples('eve', [{ match: '*', as: 'team' }], (config) => {
      const script = new SessionScript(SESSION, `/home/dev/${PAYLOADS[0]}`);
      for (const text of PAYLOADS.slice(0, 12)) addHostileTurn(script, text);
      script.line({ type: 'custom-title', customTitle: PAYLOADS.join(' '), sessionId: SESSION });
      script.write(config);
    });
    const { page, faults } = await stage.open('/team?person=eve');
    await page.evaluate(PWN);
    await page.locator('.team-what').first().waitFor();
    expect(await page.evaluate('window.__pwned')).toBeUndefined();
    for (const path of ['/team/search?q=pwn', '/team/usage', '/team/reads', `/s/eve~${SESSION}`]) {
      await page.goto(`${stage.served.origin}${path}`);
      await page.evaluate(PWN);
      await page.locator('main h1').first().waitFor();
      await page.waitForTimeout(500);
      expect(await page.evaluate('window.__pwned'), path).toBeUndefined();
      expect(await violations(page), path).toEqual([]);
    }
    await page.locator('.words').first().waitFor();
    expect(faults.filter((fault) => !fault.startsWith('console: Failed'))).toEqual([]);
  });
});

/** Serious and critical axe findings. */
async function findingsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = (await page.evaluate('axe.run()')) as { violations: { id: string; impact: string }[] };
  return found.violations.filter(({ impact }) => /serious|critical/.test(impact)).map(({ id }) => id);
}
