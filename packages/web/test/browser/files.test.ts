import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionScript } from '../support/script.js';
import { browserPath, Stage, violations } from './support/browser.js';
import { STORY, storySession } from './support/story-session.js';

const EARLIER = '33333333-2222-4333-8444-555555555555';
let stage: Stage;

describe.skipIf(!browserPath)('the files of a session', () => {
  beforeAll(async () => {
    stage = await Stage.start((config) => {
      storySession().write(config);
      const earlier = new SessionScript(EARLIER);
      const input = { file_path: '/home/dev/app/upload.ts', content: 'export function upload(file: File) {\n' };
      earlier.line({
        type: 'user',
        message: { role: 'user', content: 'Begin.' },
        timestamp: '2025-12-01T12:00:00.000Z',
      });
      earlier
        .line({
          type: 'assistant',
          timestamp: '2025-12-01T12:00:01.000Z',
          message: {
            id: 'm1',
            role: 'assistant',
            model: 'claude-opus-4-5-20251101',
            content: [{ type: 'tool_use', id: 'w1', name: 'Write', input }],
          },
        })
        .line({
          type: 'user',
          timestamp: '2025-12-01T12:00:02.000Z',
          message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'w1', content: 'ok' }] },
          toolUseResult: { type: 'create', filePath: input.file_path, content: input.content, structuredPatch: [] },
        });
      earlier.write(config);
    });
  });
  afterAll(() => stage?.stop());

  it('are diffs from the first text to the last, and each change links to its turn', async () => {
    const { page, faults, shot } = await stage.open(`/s/${STORY}`);
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    const retry = page.getByRole('region', { name: 'retry.ts', exact: true });
    await retry.getByText('new').waitFor();
    // Two turns wrote it. A line of the second turn replaced one of the first.
    await retry.locator('.diff-line.added', { hasText: 'wait(work)' }).getByRole('link', { name: '3' }).waitFor();
    expect(await retry.getByText('return work();').count()).toBe(0);
    const upload = page.getByRole('region', { name: 'upload.ts', exact: true });
    const added = upload.locator('.diff-line.added', { hasText: 'retry(() => send(file))' });
    await added.waitFor();
    // The client's patch has spaces here.
    expect(await added.locator('.diff-text').textContent()).toBe('\treturn retry(() => send(file));');
    await shot('files');
    await added.getByRole('link', { name: '1' }).click();
    await expect.poll(() => page.url()).toMatch(new RegExp(`/s/${STORY}#t1$`));
    await page.locator('.words-prompt').first().waitFor();
    expect(faults).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('name the other session that wrote a line', async () => {
    const { page } = await stage.open(`/s/${STORY}?view=files`);
    const line = page.locator('.diff-line.same', { hasText: 'export function upload' }).last();
    await line.getByRole('link', { name: 'Turn 1 of “Begin.”' }).click();
    await expect.poll(() => page.url()).toContain(`/s/${EARLIER}#t1`);
    await page.context().close();
  });

  it('are shown over all sessions of the project, each change with its session and turn', async () => {
    const { page, faults, shot } = await stage.open('/?project=%2Fhome%2Fdev%2Fapp');
    await page.getByRole('navigation', { name: 'Views of this project' }).getByRole('link', { name: 'Files' }).click();
    const upload = page.getByRole('region', { name: 'upload.ts', exact: true });
    await upload.getByText('new').waitFor();
    await page.locator('.rail').getByRole('link', { name: 'Begin.' }).waitFor();
    await shot('project-files');
    const first = upload.locator('.diff-line.added', { hasText: 'export function upload' });
    await first.getByRole('link', { name: 'a1: written in turn 1 of “Begin.”' }).waitFor();
    expect(await upload.locator('.diff-line.removed').count()).toBe(0);
    const second = upload.locator('.diff-line.added', { hasText: 'retry(() => send(file))' });
    await second.getByRole('link', { name: /^b1: written in turn 1 of/ }).click();
    await expect.poll(() => page.url()).toMatch(new RegExp(`/s/${STORY}#t1$`));
    const { status } = await stage.served.get('/api/project/diff?project=%2Fhome%2Fdev%2Fapp&path=never.ts');
    expect(status).toBe(404);
    expect((await stage.served.get('/api/project/files?project=%2Fetc')).status).toBe(404);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('can be marked as viewed, and stay marked', async () => {
    const { page } = await stage.open(`/s/${STORY}?view=files`);
    const retry = page.getByRole('region', { name: 'retry.ts', exact: true });
    await retry.locator('.diff-body').waitFor();
    await retry.getByRole('checkbox', { name: 'Viewed' }).check();
    await retry.locator('.diff-body').waitFor({ state: 'detached' });
    await page.locator('.files-sum', { hasText: '1 viewed' }).waitFor();
    await page.reload();
    await page.locator('.files-sum', { hasText: '1 viewed' }).waitFor();
    expect(await retry.locator('.diff-body').count()).toBe(0);
    await page.context().close();
  });

  it('can be read as a story: what was asked and what came of it', async () => {
    const { page, shot } = await stage.open(`/s/${STORY}#t3`, { viewport: { width: 1440, height: 2000 } });
    await page.getByText('It waits longer now.').waitFor();
    await page.keyboard.press('2');
    await expect.poll(() => page.url()).toContain('view=story');
    const work = page.locator('.work').first();
    await page.getByText('It waits longer now.').waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await work.getByText('6 tools').waitFor();
    expect(await page.getByText('I will add it now.').count()).toBe(0);
    await page.getByText('Uploads are retried three times now.').waitFor();
    await work.click();
    await page.getByText('I will add it now.').waitFor();
    await shot('story-view');
    await page.context().close();
  });
});
