import { Calendar } from '@unspool/store';
import type { Hono } from 'hono';
import { Fields } from '../edit/edit-request.js';
import { wrongRequest } from '../failure.js';
import { teamId, teamKeyOf } from '../team/team-access.js';
import { readsPage } from '../team/team-reads.js';
import { teamSessionsPage } from '../team/team-sessions.js';
import { teamUsagePage } from '../team/team-usage.js';
import type { TeamPulled, TeamSearchPage } from '../view/team-view.js';
import { maskedLine } from '../view/texts.js';
import { bodyOf } from './body.js';
import { present, Query } from './query.js';
import type { Services } from './services.js';

const MAX_PERIODS = 5;

/** What the team shares, fetched from its service and shown like local sessions. */
export function teamRoutes(app: Hono, { team, threads, keeper, prices, now, isSample }: Services): void {
  app.get('/api/team/sessions', async (context) => {
    const query = new Query(context.req.query());
    const asked = present({
      ...within(query),
      since: query.whole('since'),
      periods: query.wholes('periods', MAX_PERIODS),
      limit: query.whole('limit'),
      after: query.text('after', 200),
    });
    return context.json(await teamSessionsPage(team, asked));
  });

  app.get('/api/team/search', async (context) => {
    const query = new Query(context.req.query());
    const q = query.text('q');
    if (q === undefined) throw wrongRequest('The search is empty.');
    const since = query.whole('since');
    const question = {
      q,
      limit: '200',
      ...present(within(query)),
      ...(since !== undefined && { since: String(since) }),
    };
    const { hits, count, isMore, people, projects } = await team.search(question);
    const page: TeamSearchPage = {
      hits: hits.map((hit) => ({
        id: teamId(hit),
        agentId: hit.agentId,
        turn: 0,
        byte: hit.byte,
        kind: hit.kind,
        tool: hit.tool || null,
        isError: false,
        at: hit.time || null,
        snippet: hit.snippet.text,
        ranges: hit.snippet.ranges.map(({ start, end }) => [start, end]),
      })),
      count,
      isMore,
      facets: { people, projects },
      sessions: Object.fromEntries(
        hits.map((hit) => {
          const title = maskedLine(hit.title, { isRevealed: false });
          return [teamId(hit), { id: teamId(hit), title, project: hit.project, person: hit.owner }];
        }),
      ),
    };
    return context.json(page);
  });

  app.get('/api/team/usage', async (context) => {
    const query = new Query(context.req.query());
    const calendar = new Calendar();
    const question: { [name: string]: string } = { timeZone: calendar.timeZone };
    for (const name of ['since', 'until'] as const) {
      const moment = query.whole(name);
      if (moment !== undefined) question[name] = String(Math.max(0, moment));
    }
    const rows = await team.usage(question);
    return context.json(teamUsagePage(rows, present(within(query)), { prices, calendar, now: now() }));
  });

  app.get('/api/team/reads', async (context) => {
    const reads = readsPage(await team.reads());
    return context.json({ reads });
  });

  app.post('/api/team/pull', async (context) => {
    const fields = new Fields(await bodyOf(context));
    const key = teamKeyOf(fields.text('id') ?? '');
    if (isSample)
      throw wrongRequest('This page shows samples. Pull the session on the command line: unspool team pull.');
    const folder = fields.text('folder')?.trim() || null;
    const pulled = await threads.ask('work', 'pull', [{ ...key, folder, isNew: fields.flag('isNew') === true }]);
    await keeper.update();
    return context.json(pulled satisfies TeamPulled);
  });
}

function within(query: Query): { person: string | undefined; project: string | undefined } {
  return { person: query.text('person', 64), project: query.text('project', 100) };
}
