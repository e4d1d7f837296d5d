import { basename } from 'node:path';
import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import type { SearchFilters } from '@unspool/store';
import type { Io } from '../io.js';
import { givenAgent } from '../session/agent.js';
import { locateSession } from '../session/find.js';
import { givenProject } from '../session/given-project.js';
import { givenTime } from '../terminal/given-time.js';
import { UserError } from '../user-error.js';

export interface SearchFlags {
  exact?: boolean;
  regex?: boolean;
  project?: string;
  session?: string;
  since?: string;
  until?: string;
  kind?: string;
  tool?: string;
  errors?: boolean;
  file?: string;
  model?: string;
  branch?: string;
  tag?: string;
  agent?: string;
  /** False with --no-sub-agents. */
  subAgents?: boolean;
  onlySubAgents?: boolean;
  sort?: string;
  limit?: string;
  json?: boolean;
}

/** Short names of the kinds. */
const KINDS: { readonly [name: string]: readonly SearchKind[] } = {
  user: ['prompt'],
  assistant: ['reply', 'thinking', 'tool_input'],
  tool: ['tool_input', 'tool_output'],
  input: ['tool_input'],
  output: ['tool_output'],
  ...Object.fromEntries(SEARCH_KINDS.map((kind) => [kind, [kind]])),
};

/** A search without its words. */
export interface SearchRequest {
  filters: SearchFilters;
  limit: number;
  sort: 'rank' | 'time';
  areCopiesOne: true;
}

export function requestOf(flags: SearchFlags, io: Io): SearchRequest {
  return { filters: filtersOf(flags, io), limit: limitOf(flags), sort: sortOf(flags), areCopiesOne: true };
}

function filtersOf(flags: SearchFlags, io: Io): SearchFilters {
  const filters: SearchFilters = {};
  if (flags.project !== undefined) filters.project = givenProject(flags.project, io);
  if (flags.session !== undefined) filters.sessionId = sessionIdOf(flags.session, io);
  if (flags.since !== undefined) filters.since = timeOf(flags.since, io, 0);
  if (flags.until !== undefined) filters.until = timeOf(flags.until, io, DAY - 1);
  if (flags.kind !== undefined) filters.kinds = flags.kind.split(',').flatMap(kindsOf);
  if (flags.tool !== undefined) filters.tool = flags.tool;
  if (flags.errors) filters.isError = true;
  if (flags.file !== undefined) filters.touched = flags.file;
  if (flags.model !== undefined) filters.model = flags.model;
  if (flags.branch !== undefined) filters.branch = flags.branch;
  if (flags.tag !== undefined) filters.tag = flags.tag;
  if (flags.agent !== undefined) filters.client = givenAgent(flags.agent);
  if (flags.onlySubAgents && flags.subAgents === false) {
    throw new UserError('Give --no-sub-agents or --only-sub-agents, not both.', { isUsage: true });
  }
  if (flags.onlySubAgents) filters.agents = 'only';
  else if (flags.subAgents === false) filters.agents = 'without';
  return filters;
}

function limitOf(flags: SearchFlags): number {
  const limit = Number(flags.limit ?? 20);
  if (Number.isInteger(limit) && limit > 0 && limit <= 10_000) return limit;
  throw new UserError(`--limit takes a number of hits, not "${flags.limit}".`, {
    hint: 'Use a number from 1 to 10000.',
    isUsage: true,
  });
}

function sortOf(flags: SearchFlags): 'rank' | 'time' {
  const sort = flags.sort ?? 'rank';
  if (sort === 'rank' || sort === 'time') return sort;
  throw new UserError(`Cannot sort hits by "${sort}".`, { hint: 'Use rank or time.', isUsage: true });
}

const DAY = 86_400_000;

function timeOf(text: string, io: Io, endOfDay: number): number {
  const time = givenTime(text, io.now);
  return /^\d{4}-\d\d-\d\d$/.test(text) || text === 'today' ? time + endOfDay : time;
}

function kindsOf(name: string): readonly SearchKind[] {
  const kinds = KINDS[name.trim()];
  if (kinds) return kinds;
  throw new UserError(`There is no kind "${name}".`, { hint: `Use: ${Object.keys(KINDS).join(', ')}.`, isUsage: true });
}

/** A session that does not exist is an error, not a search without hits. */
function sessionIdOf(session: string, io: Io): string {
  const place = locateSession(session, io);
  return place.kind === 'archived' ? place.archived.sessionId : basename(place.file, '.jsonl');
}
