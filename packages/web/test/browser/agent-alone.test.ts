import { totalTokens } from '@unspool/session/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokens } from '../../app/src/format/number.js';
import type { AgentHead } from '../../src/view/routes.js';
import type { SessionOutline } from '../../src/view/view.js';
import { browserPath, Stage } from './support/browser.js';

const UPLOAD = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
let stage: Stage;

describe.skipIf(!browserPath)('the page of a sub-agent', () => {
  beforeAll(async () => {
    stage = await Stage.start();
  });
  afterAll(() => stage?.stop());

  it('has its own name and total, and links to the session that started it', async () => {
    const { json: outline } = await stage.served.get<SessionOutline>(`/api/sessions/${UPLOAD}/outline`);
    const { agentId } = outline.turns.flatMap((turn) => turn.agents)[0] ?? { agentId: '' };
    const { json: agent } = await stage.served.get<AgentHead>(`/api/sessions/${UPLOAD}/agents/${agentId}`);
    const { page, faults } = await stage.open(`/s/${UPLOAD}?agent=${agentId}`);
    const name = `${agent.agentType}: ${agent.description}`;
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const facts = page.locator('.session-facts');
    expect(await facts.getByTitle(/tokens, .* new, .* output/).textContent()).toBe(tokens(totalTokens(agent.tokens)));
    await expect.poll(() => page.title()).toContain(name);
    const { title } = outline.session;
    await facts.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(faults).toEqual([]);
  });
});
