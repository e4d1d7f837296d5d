import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION, SessionScript } from '../support/script.js';
import { browserPath, Stage } from './support/browser.js';

let stage: Stage;

/** Text without line break opportunities: code, addresses, and scripts without spaces. */
const LAO = 'ກຂຄງຈສຊຍດຕຖທນບປຜຝພຟມຢຣລວຫອຮ'.repeat(30);
const WORD = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(12);
const ADDRESS = `https://example.com/${'path/'.repeat(80)}`;
const CODE = `x = "${'a'.repeat(400)}"`;

describe.skipIf(!browserPath)('very long words', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      const script = new SessionScript();
      script.user(`${WORD} ${LAO}`);
      script.reply(
        'm1',
        `\`\`\`python\n${CODE}\n\`\`\`\n\n\`${LAO}\` ${LAO} ${ADDRESS}\n\n| ${WORD} | b |\n|---|---|\n| ${LAO} | 2 |`,
      );
      script.call('Bash', { command: `echo ${WORD}` }, `${WORD}\n${LAO}`);
      script.call(WORD.slice(0, 200), { [WORD]: LAO, list: [ADDRESS] }, LAO);
      script.call(
        'Edit',
        { file_path: `/home/dev/${WORD}.ts`, old_string: CODE, new_string: `${CODE} ${LAO}` },
        'done',
      );
      script.call('Grep', { pattern: WORD }, `${ADDRESS}:1:${LAO}`);
      script.call('Bash', { command: LAO }, `Exit code 1 ${WORD}`, { isError: true });
      script.reply('m2', `> ${WORD}\n\n- ${LAO}\n\n# ${WORD}\n\n<${ADDRESS}>`);
      script.line({ type: 'system', subtype: 'informational', content: `${WORD} ${LAO}`, level: 'warning' });
      script.write(config);
    });
  });
  afterAll(() => stage?.stop());

  it.each([390, 1280])('do not overflow a page of %i px, opened or not', async (width) => {
    const { page, faults, shot } = await stage.open(`/s/${SESSION}`, { viewport: { width, height: 800 } });
    await page.locator('.words').first().waitFor();
    await page.getByText('✓ resumes').waitFor();
    expect(await page.evaluate(WIDEST)).toEqual([]);
    await page.keyboard.press('t');
    const seen = new Set<string>();
    for (let step = 0; step < 22; step++) {
      expect(await page.evaluate(WIDEST), `step ${step}`).toEqual([]);
      for (const name of (await page.evaluate(VIEWS)) as string[]) seen.add(name);
      if (step % 7 === 4) await shot(`long-words-${width}-${step}`);
      await page.evaluate('document.querySelector(".turns").scrollTop += 600');
      await page.waitForTimeout(150);
    }
    expect([...seen]).toEqual(expect.arrayContaining(['terminal', 'diff', 'matches', 'json']));
    expect(faults).toEqual([]);
  });
});

const VIEWS = `[...document.querySelectorAll('.tool-body [class]')].map((element) => String(element.getAttribute('class')).split(/[ -]/)[0])`;

/** Elements that make the page, or the list of turns, wider than the screen. */
const WIDEST = `(() => {
  const list = document.querySelector('.turns');
  if (list.scrollWidth <= list.clientWidth && document.documentElement.scrollWidth <= innerWidth) return [];
  const edge = list.getBoundingClientRect().right;
  const isInner = (element) => {
    for (let up = element.parentElement; up && up !== list; up = up.parentElement) {
      if (getComputedStyle(up).overflowX !== 'visible') return true;
    }
    return false;
  };
  return [...list.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > edge + 1 && !isInner(element))
    .map((element) => element.tagName + '.' + element.className).slice(0, 6);
})()`;
