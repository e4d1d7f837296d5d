import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import { hasWord, NoWordError, parseQuery, QueryError, type SearchFilters, searchIndex } from '@unspool/store';
import { day, inBudget, oneLine, plainName, SHOWN } from '../answer.js';
import { type Arguments, BadArgument } from '../arguments.js';
import type { Room } from '../room.js';

const STANDARD_LIMIT = 8;
const DAY_MS = 86_400_000;

/** Hits of a search, one line each. When not all words stand in one place, places that hold some of them are given. */
export function search(args: Arguments, room: Room): string {
  const query = args.text('query');
  const limit = Math.min(50, args.count('limit') ?? STANDARD_LIMIT);
  const filters = filtersOf(args, room);
  const options = {
    filters,
    limit,
    sort: 'rank' as const,
    shown: SHOWN,
    areCopiesOne: true as const,
    ...(room.kept && { kept: room.kept }),
  };
  const ask = (text: string) => searchIndex(room.database, understood(text), options);
  let result = ask(query);
  let note = '';
  if (result.hits.length === 0) {
    const words = query.match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
    if (words.length > 1) result = ask(words.join(' OR '));
    if (result.hits.length > 0) note = 'Not all of the words stand in one place; these have some of them. ';
  }
  const parts = result.hits.map((hit, at) => {
    const words = oneLine(hit.snippet.text, 240);
    const title = hit.title === undefined ? '' : oneLine(hit.title, 60);
    const isSaid = title === '' || words.startsWith(title.replace(/…$/, ''));
    const tool = hit.tool === undefined ? '' : ` ${plainName(hit.tool)}`;
    const agent = hit.agentId === undefined ? '' : ` (sub-agent ${plainName(hit.agentId)})`;
    const error = hit.isError ? ' failed' : '';
    const place = `session ${hit.sessionId.slice(0, 8)} turn ${hit.turn}${agent}`;
    const kind = `${hit.kind.replace('_', ' ')}${tool}${error}`;
    return {
      head: `${at === 0 ? note : ''}${at + 1}. ${place}, ${kind}, ${day(hit.time)}`,
      quoted: isSaid ? words : `“${title}” ${words}`,
    };
  });
  const all = `${result.count}${result.isMore ? '+' : ''}`;
  return inBudget(
    {
      parts,
      isMore: result.count > parts.length,
      more: (count) =>
        `${count} of ${all} hits. More: a larger limit or max_tokens, or other words. A turn: show_turn.`,
      nothing: `Nothing was found in ${args.isSet('all_projects') ? 'any project' : 'this project'}. Try fewer or other words${args.isSet('all_projects') ? '' : ', or all_projects: true'}.`,
    },
    args,
  );
}

function filtersOf(args: Arguments, { project, now }: Room): SearchFilters {
  const filters: SearchFilters = {};
  if (!args.isSet('all_projects')) filters.project = project;
  const days = args.count('since_days');
  if (days !== undefined) filters.since = now - days * DAY_MS;
  const file = args.maybeText('file');
  if (file !== undefined) filters.touched = file;
  const kind = args.maybeText('kind');
  if (kind !== undefined) filters.kinds = kind.split(',').map((each) => kindOf(each.trim()));
  return filters;
}

function kindOf(name: string): SearchKind {
  const kind = SEARCH_KINDS.find((each) => each === name);
  if (kind) return kind;
  throw new BadArgument(`There is no kind "${name}". Kinds: ${SEARCH_KINDS.join(', ')}.`);
}

function understood(text: string) {
  if (!hasWord(text)) throw new BadArgument('The query has no word. Give words.');
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof QueryError || error instanceof NoWordError) throw new BadArgument(error.message);
    throw error;
  }
}
