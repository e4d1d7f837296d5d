import { join } from 'node:path';
import { Calendar } from '@unspool/store';
import type { Hono } from 'hono';
import { notFound, wrongRequest } from '../failure.js';
import { searchPage } from '../list/search-page.js';
import { sessionsPage } from '../list/sessions-page.js';
import { thumbnailOf } from '../list/thumbnails.js';
import { keyOf, usagePage } from '../list/usage-page.js';
import { isTeamId } from '../team/team-access.js';
import { sessionRowOf } from '../team/team-sessions.js';
import type { AppState, SearchQuery, SessionsQuery, Thumbnail } from '../view/routes.js';
import { OPERATIONS } from './edit-routes.js';
import { present, Query } from './query.js';
import type { Services } from './services.js';

const MAX_TAPES = 100;
const MAX_PERIODS = 5;
const SORTS = ['time', 'cost', 'tokens', 'turns', 'size'] as const;

/** Routes over all sessions: the list, search, usage. */
export function listRoutes(app: Hono, services: Services): void {
  const { list, database, prices, keeper, threads } = services;

  app.get('/api/state', (context) => {
    const state: AppState = {
      version: services.version,
      writeToken: services.keys.write,
      isSample: services.isSample,
      folders: [...services.folders],
      sessions: list.all().filter(({ row }) => !row.isGone).length,
      index: keeper.state,
      timeZone: new Calendar().timeZone,
      operations: [...OPERATIONS],
      team: services.team.member(),
    };
    return context.json(state);
  });

  app.get('/api/sessions', (context) => {
    const query = new Query(context.req.query());
    const asked: SessionsQuery = present({
      project: query.text('project', 4000),
      since: query.whole('since'),
      until: query.whole('until'),
      periods: query.wholes('periods', MAX_PERIODS),
      q: query.text('q'),
      tag: query.text('tag'),
      branch: query.text('branch'),
      client: query.text('client'),
      marks: query.text('marks'),
      sort: query.choice('sort', SORTS),
      offset: query.whole('offset'),
      limit: query.whole('limit'),
    });
    if ((asked.offset ?? 0) < 0 || (asked.limit ?? 0) < 0) throw wrongRequest('"offset" and "limit" begin at 0.');
    return context.json(sessionsPage(list, asked, keeper.state));
  });

  app.get('/api/tapes', (context) => {
    const ids = new Query(context.req.query()).text('ids', 10_000)?.split(',') ?? [];
    if (ids.length > MAX_TAPES) throw wrongRequest(`More than ${MAX_TAPES} tapes at once.`);
    const tapes: Thumbnail[] = ids.flatMap((id) => {
      const listed = list.find(id);
      return listed ? [thumbnailOf(database, id, listed.indexed.main)] : [];
    });
    return context.json({ tapes });
  });

  app.get('/api/sessions/:id', async (context) => {
    const id = context.req.param('id');
    if (isTeamId(id)) return context.json({ session: sessionRowOf((await services.team.open(id)).shared) });
    const listed = list.find(id);
    if (!listed) throw notFound('There is no such session.');
    return context.json({ session: listed.row });
  });

  app.get('/api/search', (context) => {
    const query = new Query(context.req.query());
    const asked: SearchQuery = present({
      q: query.text('q') ?? '',
      project: query.text('project', 4000),
      session: query.text('session'),
      since: query.whole('since'),
      until: query.whole('until'),
      periods: query.wholes('periods', MAX_PERIODS),
      kind: query.text('kind'),
      tool: query.text('tool'),
      errors: query.choice('errors', ['1']),
      agents: query.choice('agents', ['only', 'without']),
      client: query.text('client'),
      tag: query.text('tag'),
      sort: query.choice('sort', ['rank', 'time']),
      limit: query.whole('limit'),
    });
    const archive = join(services.dataFolder, 'archive');
    return context.json(searchPage({ database, list, archive, index: keeper.state }, asked));
  });

  app.get('/api/usage/causes', async (context) => {
    const query = new Query(context.req.query());
    const kind = query.choice('kind', ['tools', 'skills', 'sub-agents']) ?? 'tools';
    const project = query.text('project', 4000);
    const own = list.all().filter(({ row }) => row.project.key === project);
    const asked = present({
      since: query.whole('since'),
      until: query.whole('until'),
      client: query.text('client'),
      sessions: project === undefined ? undefined : own.map(({ indexed }) => keyOf(indexed)),
    });
    return context.json({ kind, rows: await threads.ask('work', 'causes', [kind, asked]) });
  });

  app.get('/api/usage', (context) => {
    const query = new Query(context.req.query());
    const asked = present({
      since: query.whole('since'),
      until: query.whole('until'),
      project: query.text('project', 4000),
      client: query.text('client'),
    });
    const places = { database, prices, list, index: keeper.state, now: services.now() };
    return context.json(usagePage(places, asked));
  });
}
