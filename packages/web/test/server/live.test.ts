import { get } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { LiveEvent, SessionsPage, TurnsPage } from '../../src/view/routes.js';
import type { SessionOutline, SessionRow } from '../../src/view/view.js';
import { SESSION, SessionScript } from '../support/script.js';
import { Served } from '../support/served.js';

let served: Served | undefined;
const closers: (() => void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await served?.stop();
});

/** The events that a page receives. */
function listen(
  at: Served,
  query = '',
): { events: LiveEvent[]; until(isIt: (event: LiveEvent) => boolean): Promise<LiveEvent> } {
  const events: LiveEvent[] = [];
  const waiting = new Set<() => void>();
  const request = get(`${at.origin}/api/events${query}`, { headers: { cookie: at.cookieHeader } }, (answer) => {
    answer.setEncoding('utf8').on('data', (text: string) => {
      for (const [, data] of text.matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data ?? ''));
      for (const look of waiting) look();
    });
  });
  request.on('error', () => undefined);
  closers.push(() => request.destroy());
  return {
    events,
    until: (isIt) =>
      new Promise((resolve) => {
        const look = () => {
          const found = events.find(isIt);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

describe('a running session', () => {
  it('grows on screen, and in the list', async () => {
    const script = new SessionScript().user('Begin.').reply('m1', 'Begun.');
    let file = '';
    served = await Served.start((config) => {
      file = script.write(config);
    });
    const page = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns`);
    expect(page.json.total).toBe(1);
    const { until } = listen(served, `?session=${SESSION}`);
    await until((event) => event.type === 'index');

    const from = script.lines.length;
    script.user('And on.').reply('m2', [{ type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'sleep 9' } }]);
    script.append(file, from);
    await until((event) => event.type === 'session' && event.id === SESSION && event.agentId === null);
    const grown = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?from=2`);
    expect(grown.json.total).toBe(2);
    expect(grown.json.revision).not.toBe(page.json.revision);
    expect(grown.json.turns[0]?.items).toMatchObject([{ type: 'words' }, { type: 'tool', status: 'running' }]);
    const outline = await served.get<SessionOutline>(`/api/sessions/${SESSION}/outline`);
    expect(outline.json.turns.map((turn) => turn.title)).toEqual(['Begin.', 'And on.']);

    await until((event) => event.type === 'list');
    const list = await served.get<SessionsPage>('/api/sessions?marks=live');
    expect(list.json.rows).toMatchObject([{ id: SESSION, turns: 2, isLive: true }]);
  });

  it('is marked as live at once, before the index is updated', async () => {
    const script = new SessionScript().user('Begin.').reply('m1', 'Begun.');
    let file = '';
    served = await Served.start((config) => {
      file = script.write(config);
    });
    const row = async () => (await served?.get<{ session: SessionRow }>(`/api/sessions/${SESSION}`))?.json.session;
    expect(await row()).toMatchObject({ turns: 1, isLive: false });
    // No page is open, so the index is not updated.
    const from = script.lines.length;
    script.user('And on.').append(file, from);
    expect(await row()).toMatchObject({ turns: 1, isLive: true });
  });

  it('shows a half-written line only once it is complete', async () => {
    const script = new SessionScript().user('Begin.').reply('m1', 'Begun.');
    let file = '';
    served = await Served.start((config) => {
      file = script.write(config);
    });
    await served.get(`/api/sessions/${SESSION}/turns`);
    const { appendFileSync } = await import('node:fs');
    const next = new SessionScript().user('x').reply('y', 'z').user('Third line.').lines[2] ?? '';
    appendFileSync(file, next.slice(0, 40));
    expect((await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns`)).json.total).toBe(1);
    appendFileSync(file, `${next.slice(40)}\n`);
    expect((await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns`)).json.total).toBe(2);
  });

  it('is read again after it was rewritten', async () => {
    const script = new SessionScript().user('Begin.').reply('m1', 'Begun.').user('More.').reply('m2', 'Done.');
    let config = '';
    served = await Served.start((folder) => {
      config = folder;
      script.write(folder);
    });
    expect((await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns`)).json.total).toBe(2);
    new SessionScript().user('Other.').reply('m1', 'Words.').write(config);
    const page = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns`);
    expect(page.json.outlines.map((turn) => turn.title)).toEqual(['Other.']);
  });

  it('appears in the list when it is new, and disappears when it is deleted', async () => {
    let config = '';
    served = await Served.start((folder) => {
      config = folder;
    });
    expect((await served.get<SessionsPage>('/api/sessions')).json.total).toBe(0);
    const { until, events } = listen(served);
    await until((event) => event.type === 'index');
    const file = new SessionScript().user('New.').reply('m1', 'Yes.').write(config);
    await until((event) => event.type === 'list');
    expect((await served.get<SessionsPage>('/api/sessions')).json.rows).toMatchObject([{ title: 'New.' }]);
    const { rmSync } = await import('node:fs');
    events.length = 0;
    rmSync(file);
    await until((event) => event.type === 'list');
    expect((await served.get<SessionsPage>('/api/sessions')).json.total).toBe(0);
    const gone = await served.get<SessionsPage>('/api/sessions?marks=gone');
    expect(gone.json.rows).toMatchObject([{ id: SESSION, isGone: true }]);
    expect((await served.get(`/api/sessions/${SESSION}/turns`)).status).toBe(404);
  });
});
