import { specialReplies } from '@unspool/store';
import type { Context, Hono } from 'hono';
import { notFound } from '../failure.js';
import { lineWriters } from '../list/line-writers.js';
import type { Target } from '../read/target.js';
import type { TurnWindow } from '../read/turn-window.js';
import { isTeamId } from '../team/team-access.js';
import { sessionRowOf } from '../team/team-sessions.js';
import type { Method } from '../thread/roles.js';
import { SAFE_IMAGES } from '../view/media.js';
import type { SessionRow } from '../view/view.js';
import { GivenTurns } from './given-turns.js';
import { Query } from './query.js';
import type { Services } from './services.js';

/** Routes of a session. Those of its sub-agents are the same. */
export function sessionRoutes(app: Hono, services: Services): void {
  const given = new GivenTurns();
  for (const base of ['/api/sessions/:id', '/api/sessions/:id/agents/:agentId']) {
    app.get(`${base}/outline`, async (context) => {
      const { target, row } = await targetOf(context);
      return passedOn(context, await services.threads.askJson('read', 'outline', [target, row]));
    });

    app.get(`${base}/changes`, (context) => json(context, 'changes', undefined));

    app.get(`${base}/files`, (context) => json(context, 'files', undefined));

    app.get(`${base}/diff`, (context) => json(context, 'diff', pathIn(context)));

    app.get(`${base}/blame`, async (context) => {
      const { target, row } = await targetOf(context);
      const diff = await services.threads.ask('read', 'diff', [target, pathIn(context)]);
      return context.json(lineWriters(services.database, diff, row));
    });

    app.get(`${base}/compacted`, (context) =>
      json(context, 'compacted', new Query(context.req.query()).whole('byte') ?? -1),
    );

    app.get(`${base}/timeline`, (context) => json(context, 'timeline', undefined));

    app.get(`${base}/spans`, (context) => json(context, 'spans', new Query(context.req.query()).whole('turn')));

    app.get(`${base}/turns/:number{-?[0-9]+}`, (context) =>
      json(context, 'turns', { from: Number(context.req.param('number')), count: 1, numbers: undefined }),
    );

    app.get(`${base}/turns`, (context) => {
      const query = new Query(context.req.query());
      const numbers = query.text('numbers', 2000);
      const window = { from: query.whole('from') ?? 1, count: query.whole('count') ?? 20, numbers };
      return numbers === undefined && window.from === 1 ? firstTurns(context, window) : json(context, 'turns', window);
    });

    app.get(`${base}/calls/:callId`, (context) => json(context, 'call', context.req.param('callId')));

    app.get(`${base}/text`, (context) => {
      const query = new Query(context.req.query());
      const of = query.text('of', 100) ?? '';
      const offset = Math.max(0, query.whole('offset') ?? 0);
      return json(context, 'text', { line: query.text('line', 40), call: query.text('call'), of, offset });
    });

    app.get(`${base}/turn-at`, (context) => {
      const byte = new Query(context.req.query()).whole('byte') ?? -1;
      return json(context, 'turnAt', byte);
    });

    app.get(`${base}/raw`, (context) => {
      const byte = new Query(context.req.query()).whole('byte') ?? -1;
      return json(context, 'raw', byte);
    });

    app.get(`${base}/media`, async (context) => {
      const query = new Query(context.req.query());
      const { target } = await targetOf(context);
      const at = query.whole('at') ?? 0;
      const { mediaType, data } = await services.threads.ask('read', 'media', [
        target,
        { line: query.text('line', 40), call: query.text('call'), at },
      ]);
      const isShown = SAFE_IMAGES.has(mediaType);
      return context.body(Buffer.from(data, 'base64'), 200, {
        'Content-Type': isShown ? mediaType : 'application/octet-stream',
        'Content-Disposition': isShown ? 'inline' : 'attachment',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': 'private, max-age=3600',
      });
    });
  }

  app.get('/api/sessions/:id/agents/:agentId', async (context) => {
    const { target } = await targetOf(context);
    return context.json(await services.threads.ask('read', 'agentHead', [target]));
  });

  async function firstTurns(context: Context, window: TurnWindow): Promise<Response> {
    const { target } = await targetOf(context);
    const key = JSON.stringify([target, window]);
    const bytes = given.find(key, target.file) ?? (await services.threads.askJson('read', 'turns', [target, window]));
    given.keep(key, target.file, bytes);
    return passedOn(context, bytes);
  }

  async function json(context: Context, method: Method<'read'>, asked: unknown): Promise<Response> {
    const { target } = await targetOf(context);
    return passedOn(context, await services.threads.askJson('read', method, [target, asked] as never));
  }

  /** Maps the id in a request to the file to read. Only sessions of the index have one. */
  async function targetOf(context: Context): Promise<{ target: Target; row: SessionRow }> {
    const asked = context.req.param('id') ?? '';
    const agentId = context.req.param('agentId') ?? null;
    if (isTeamId(asked)) return sharedTarget(context, asked, agentId);
    const listed = services.list.find(asked);
    if (!listed) throw notFound('There is no such session.');
    // The request may have only the start of the id.
    const { id } = listed.row;
    const file = await services.files.fileOf(listed);
    if (agentId === null) services.watch.note(file, id, null);
    const isRevealed = new Query(context.req.query()).flag('reveal');
    const special = specialReplies(services.database, listed.indexed.number);
    const isCopy = file !== listed.indexed.main;
    return { target: { id, file, isCopy, agentId, isRevealed, special }, row: listed.row };
  }

  /** A colleague's session, from the cache. */
  async function sharedTarget(context: Context, id: string, agentId: string | null) {
    const { shared, file } = await services.team.open(id);
    const isRevealed = new Query(context.req.query()).flag('reveal');
    return { target: { id, file, agentId, isRevealed, special: [] }, row: sessionRowOf(shared) };
  }
}

function pathIn(context: Context): string {
  return new Query(context.req.query()).text('path', 4000) ?? '';
}

function passedOn(context: Context, bytes: Uint8Array): Response {
  return context.body(bytes as Uint8Array<ArrayBuffer>, 200, { 'Content-Type': 'application/json' });
}
