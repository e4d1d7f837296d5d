import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION, SessionScript } from '../support/script.js';
import { browserPath, type OpenPage, Stage } from './support/browser.js';

/** Reverses the text direction: what follows is shown right to left. */
const TURNED = '\u202e';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const ESC = '\u001b';
let stage: Stage;

describe.skipIf(!browserPath)('odd content', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      const script = new SessionScript(SESSION, `/home/dev/${TURNED}ppa`);
      script.user([
        { type: 'text', text: `Look at ${TURNED}txt.exe` },
        { type: 'image', source: { type: 'url', url: 'https://pictures.test/far.png' } },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
      ]);
      script.call('Bash', { command: 'make' }, '', {
        noted: { stdout: `compiling${ESC}[32m\rwarning: unused\rdone${ESC}[0m\nlinked\r\n`, stderr: '' },
      });
      script.call('Read', { file_path: `/home/dev/app/${TURNED}gpj.sh` }, [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
      ]);
      const content = Array.from({ length: 20 }, (_, at) => `line ${at + 1}\n`).join('');
      script.lines.push('no entry at all {');
      script.call('Write', { file_path: '/home/dev/app/new.txt', content }, 'File created successfully', {
        noted: { type: 'create', filePath: '/home/dev/app/new.txt', content, structuredPatch: [] },
      });
      script.reply('msg_end', `Done with it: \`${TURNED}a\`, **${TURNED}b** and &#x202e;c.`);
      script.user('<system-reminder>\nA task has ended.\n</system-reminder>\n\nWhich colours are there?', {
        origin: { kind: 'human' },
      });
      script.reply('msg_colours', 'Red and blue.');
      script.user([{ type: 'hologram', depth: 3, data: 'shimmering' }]).reply('msg_h', 'What is that?');
      for (let time = 0; time < 5; time++) {
        script.line({ type: 'custom-title', customTitle: `Marzipan${TURNED} factory`, sessionId: SESSION });
      }
      script.write(config);
    });
  });
  afterAll(() => stage?.stop());

  const open = async (): Promise<OpenPage> => {
    const opened = await stage.open(`/s/${SESSION}`);
    // One of its lines is damaged, so it has no check mark.
    await opened.page.getByText(/^! resumes \d+/).waitFor();
    await opened.page.locator('.tool-run').first().click();
    return opened;
  };

  it('can show what a line was before it was overwritten', async () => {
    const { page, faults, shot } = await open();
    await page.getByRole('button', { name: /^Bash make/ }).click();
    const terminal = page.locator('.terminal-out');
    await terminal.getByText('linked').waitFor();
    expect(await terminal.locator('pre').textContent()).toBe('done\nlinked\n');
    expect(await terminal.locator('.a-green').textContent()).toBe('done');
    await terminal.getByRole('button', { name: '2 lines overwritten: show' }).click();
    expect(await terminal.locator('pre').textContent()).toBe('compiling\nwarning: unused\ndone\nlinked\n');
    await shot('written-over');
    await terminal.getByRole('button', { name: 'As the terminal showed it' }).click();
    expect(await terminal.locator('pre').textContent()).toBe('done\nlinked\n');
    expect(faults).toEqual([]);
  });

  it('escapes characters that reverse titles, paths and names', async () => {
    const { page, shot } = await open();
    await page.getByRole('heading', { name: 'Marzipan⟨202E⟩ factory' }).waitFor();
    await page.locator('.words-text', { hasText: 'Look at ⟨202E⟩txt.exe' }).waitFor();
    await page.getByRole('button', { name: /^Read .*⟨202E⟩gpj\.sh/ }).waitFor();
    await expect.poll(() => page.title()).toBe('Marzipan⟨202E⟩ factory · Unspool');
    await shot('turned-around');
    expect(await page.evaluate(TURNED_WORDS)).toEqual([]);
    await page.goto(`${stage.served.origin}/`);
    await page.getByRole('link', { name: /Marzipan⟨202E⟩ factory/ }).waitFor();
    expect(await page.evaluate(TURNED_WORDS)).toEqual([]);
    await page.goto(`${stage.served.origin}/search?q=factory`);
    await page.locator('[data-hit]').first().waitFor();
    expect(await page.evaluate(TURNED_WORDS)).toEqual([]);
  });

  it('shows an unknown block as unknown, with its line', async () => {
    const { page, faults } = await open();
    await page.goto(`${stage.served.origin}/s/${SESSION}#t3`);
    const unknown = page.locator('.fold-unknown', { hasText: 'Unknown block: hologram' });
    await unknown.waitFor();
    expect(
      await page
        .locator('.words', { hasText: 'you' })
        .filter({ hasNotText: /txt.exe|colours/ })
        .count(),
    ).toBe(0);
    await unknown.getByRole('button', { name: /Unknown block/ }).click();
    await unknown.getByText('shimmering').first().waitFor();
    await unknown.getByRole('button', { name: 'Raw line' }).click();
    await page.getByRole('dialog').getByText('parentUuid').waitFor();
    expect(faults).toEqual([]);
  });

  it('separates what the client added in front of the words', async () => {
    const { page } = await stage.open(`/s/${SESSION}#t2`);
    const words = page.locator('.words', { hasText: 'Which colours are there?' });
    await words.waitFor();
    expect(await words.locator('.words-text').textContent()).toBe('Which colours are there?');
    await page.locator('.turn-list .choice', { hasText: /^2Which colours/ }).waitFor();
    await words.getByText('Reminder by the client').click();
    await words.locator('pre', { hasText: 'A task has ended.' }).waitFor();
  });

  it('can clear a filter that matches nothing', async () => {
    const { page } = await stage.open('/search?q=marzipan&kind=tool_output&tool=Bash');
    await page.getByText('Nothing found for').waitFor();
    await page.locator('.rail [aria-current=true]', { hasText: 'Tool output' }).click();
    await page.waitForURL((url) => !url.searchParams.has('kind'));
    await page.getByRole('link', { name: 'Search everything, without the filters' }).click();
    await page.locator('[data-hit]').first().waitFor();
  });

  it('finds a title once, however often it was written', async () => {
    const { page } = await stage.open('/search?q=marzipan');
    await page.locator('[data-hit]').first().waitFor();
    expect(await page.locator('[data-hit]').count()).toBe(1);
    await page.getByText('1 place', { exact: true }).waitFor();
  });

  it('shows the picture that was read, without a note about missing output', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: /^Read/ }).click();
    await page.locator('.tool-body .picture img').waitFor();
    expect(await page.locator('.tool-body').getByText('nothing').count()).toBe(0);
    expect(await page.locator('.tool-body').getByRole('heading', { name: 'Output' }).count()).toBe(0);
  });

  it('shows a small picture in its own proportions, and only the address of a linked one', async () => {
    const { page, faults, requests } = await open();
    const words = page.locator('.words', { hasText: 'txt.exe' });
    await words.getByText('Picture linked, not loaded: https://pictures.test/far.png').waitFor();
    expect(await words.locator('img').count()).toBe(1);
    const lopsided = async () => {
      const { width, height } = (await words.locator('img').boundingBox()) ?? { width: 0, height: 9 };
      return Math.abs(width - height);
    };
    await expect.poll(lopsided).toBeLessThan(1);
    expect(requests.join()).not.toContain('pictures.test');
    expect(faults).toEqual([]);
  });

  it('shows an unreadable line as it is in the file', async () => {
    const { page, faults } = await open();
    await page.getByRole('button', { name: /^Not readable as JSON, from line 6/ }).click();
    await page.getByRole('dialog').getByText('no entry at all {').waitFor();
    expect(faults).toEqual([]);
  });

  it('counts the lines of a new file as an editor does', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: /^Write .*new\.txt/ }).click();
    await page.locator('.diff-count', { hasText: '+20' }).waitFor();
    expect(await page.locator('.diff .diff-line').count()).toBe(20);
  });
});

/** Texts and attributes of the page that still contain it. */
const TURNED_WORDS = `[...document.querySelectorAll('*')]
  .flatMap((element) => [
    ...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.nodeValue),
    ...[...element.attributes].map(({ value }) => value),
  ])
  .filter((text) => text.includes('\\u202e'))`;
