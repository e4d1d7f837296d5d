import { afterEach, expect, it, vi } from 'vitest';
import { Conversation } from '../../app/src/session/conversation.js';
import { turnOutline } from './turn-outline.js';

afterEach(() => vi.unstubAllGlobals());

it('fetches the outline once if the session seems to grow while it is opened', async () => {
  const outlines = Array.from({ length: 100 }, (_, at) => turnOutline({ number: at + 1 }));
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path.replace('/api/sessions/s/', ''));
    const page = {
      turns: [],
      outlines: outlines.slice(path.includes('from=-3') ? -3 : 0, path.includes('from=1&') ? 10 : 100),
    };
    const whole = { turns: outlines, revision: '1' };
    return Response.json(path.endsWith('/outline') ? whole : { ...page, total: 100, revision: '1', preamble: [] });
  });
  const conversation = new Conversation('s', null);
  await Promise.all([conversation.open(undefined), conversation.grow()]);
  expect(asked).toEqual(['turns?from=1&count=6', 'outline', 'turns?from=-3']);
});
