import { relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  Calendar,
  type Database,
  type Hit,
  ledgerUsage,
  Prices,
  parseQuery,
  projectLabel,
  searchIndex,
  type Usage,
  updateInSteps,
} from '@unspool/store';
import { facetOf } from '../contract/facet.js';
import type {
  SearchQuestion,
  SessionKey,
  SharedSession,
  TeamHit,
  TeamResult,
  UsageQuestion,
  UsageRow,
} from '../contract/model.js';

/** The maximum number of hits to filter by person and count. */
const CANDIDATES = 1000;
/** How long a change by another service may go unnoticed. */
const FRESH_FOR = 1000;

/** Search and usage over the pushed files, with the same index that a single machine uses. */
export class DiskIndex {
  private readonly prices = new Prices();
  private updatedAt = 0;
  private updating: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly configs: readonly { folder: string; projects: string }[],
    private readonly sessionOf: (key: SessionKey) => SharedSession | undefined,
  ) {}

  noteChange(): void {
    this.updatedAt = 0;
  }

  async search({ text, limit, person, project, since }: SearchQuestion): Promise<TeamResult> {
    await this.update();
    const query = parseQuery(text);
    const found = (within: { project?: string }) => {
      const filters = { ...within, ...(since !== undefined && { since }) };
      const { hits, isMore } = searchIndex(this.database, query, { filters, sort: 'rank', limit: CANDIDATES });
      return { hits: hits.flatMap((hit) => this.visible(hit)), isMore };
    };
    const { hits: all, isMore } = found({});
    const matches = (hit: TeamHit, facet: 'owner' | 'project', wanted: string | undefined) =>
      wanted === undefined || hit[facet].toLowerCase() === wanted.toLowerCase();
    const ofProject = all.filter((hit) => matches(hit, 'project', project));
    // With very many hits, one person's may not be among the first, so only theirs are read. To the index, each person is
    // a project folder.
    const own = isMore && person !== undefined ? found({ project: person }) : { hits: ofProject, isMore };
    const hits = own.hits.filter((hit) => matches(hit, 'project', project) && matches(hit, 'owner', person));
    return {
      hits: hits.slice(0, limit),
      // Only visible hits are counted, so that no count reveals a hidden session.
      count: hits.length,
      isMore: own.isMore,
      people: facetOf(ofProject.map((hit) => hit.owner)),
      projects: facetOf(all.filter((hit) => matches(hit, 'owner', person)).map((hit) => hit.project)),
    };
  }

  async usage({ since, until, timeZone }: UsageQuestion): Promise<UsageRow[]> {
    await this.update();
    const calendar = new Calendar(timeZone);
    const rows = new Map<string, UsageRow>();

    for (const usage of ledgerUsage(this.database)) {
      if (since !== undefined && usage.time < since) continue;
      if (until !== undefined && usage.time > until) continue;
      addUsage(rows, usage, calendar.day(usage.time));
    }
    return [...rows.values()];
  }

  /** Runs one update at a time. A query that arrives meanwhile waits for an update that starts after it. */
  private async update(): Promise<void> {
    const last = this.updating;
    this.updating = last.then(async () => {
      // Another service may have written to the folder.
      if (performance.now() - this.updatedAt < FRESH_FOR && this.updatedAt > 0) return;
      this.updatedAt = performance.now();
      for (const _ of updateInSteps(this.database, this.configs, { prices: this.prices })) await setImmediate();
    });
    return this.updating;
  }

  private visible(hit: Hit): TeamHit[] {
    const owner = this.ownerOf(hit.file);
    const session = owner === undefined ? undefined : this.sessionOf({ owner, session: hit.sessionId });
    if (owner === undefined || !session || session.isWithdrawn || session.visibility !== 'team') return [];
    if (hit.unread !== undefined) return [];
    const { title, project } = session;
    return [
      {
        owner,
        session: hit.sessionId,
        title,
        project,
        agentId: hit.agentId ?? null,
        byte: hit.byte,
        kind: hit.kind,
        tool: hit.tool ?? '',
        time: hit.time ?? 0,
        snippet: hit.snippet,
      },
    ];
  }

  private ownerOf(file: string): string | undefined {
    for (const { projects } of this.configs) {
      const path = relative(projects, file);
      if (!path.startsWith('..')) return path.split(sep)[0];
    }
    return undefined;
  }
}

function addUsage(rows: Map<string, UsageRow>, usage: Usage, day: string): void {
  const { isFast, isUs, isOver, isAgent, model } = usage;
  // To the index, each person is a project folder.
  const person = usage.session.slug;
  const project = projectLabel(usage.session);
  const key = JSON.stringify([day, person, project, model, isFast, isUs, isOver, isAgent]);
  let row = rows.get(key);
  if (!row) {
    const none = { replies: 0, input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0 };
    row = { day, person, project, model, isFast, isUs, isOver, isAgent, ...none };
    rows.set(key, row);
  }
  row.replies += usage.replies;
  row.input += usage.input;
  row.output += usage.output;
  row.cacheRead += usage.cacheRead;
  row.cacheWrite5m += usage.cacheWrite5m;
  row.cacheWrite1h += usage.cacheWrite1h;
  row.webSearches += usage.webSearches;
}
