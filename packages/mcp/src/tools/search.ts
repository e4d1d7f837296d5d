import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import { shortId } from '@unspool/session/show';
import {
  distinctiveWords,
  hasWord,
  NoWordError,
  parseQuery,
  QueryError,
  type SearchFilters,
  searchTurns,
} from '@unspool/store';
import { day, inBudget, oneLine, plainName, SHOWN } from '../answer.js';
import { type Arguments, BadArgument } from '../arguments.js';
import type { Room } from '../room.js';
import { itemOf } from './items.js';

const STANDARD_LIMIT = 8;
/** Not what the client injects, which show_turn does not show. */
const STANDARD_KINDS = SEARCH_KINDS.filter((kind) => kind !== 'injected');
const DAY_MS = 86_400_000;

/** Hits of a search, one line each: the turns with most of the words, or those with a text that matches a query with operators. */
export function search(args: Arguments, room: Room): string {
  const query = args.text('query');
  const limit = Math.min(50, args.count('limit') ?? STANDARD_LIMIT);
  const { hits, isMore } = searchTurns(room.database, isWritten(query) ? understood(query) : distinctiveWords(query), {
    filters: filtersOf(args, room),
    limit,
    shown: SHOWN,
    ...(room.kept && { kept: room.kept }),
  });
  const parts = hits.map((hit, at) => {
    const words = oneLine(hit.snippet.text, 240);
    const title = hit.title === undefined ? '' : oneLine(hit.title, 60);
    const isSaid = title === '' || words.startsWith(title.replace(/…$/, ''));
    const tool = hit.tool === undefined ? '' : ` ${plainName(hit.tool)}`;
    const agent = hit.agentId === undefined ? '' : ` agent ${plainName(hit.agentId)}`;
    const error = hit.isError ? ' failed' : '';
    const client = hit.client === undefined ? '' : ` of ${hit.client}`;
    const item = itemOf(room.database, hit);
    const turn =
      hit.kind === 'title' ? '' : ` turn ${hit.turn}${item === undefined || item === 1 ? '' : ` item ${item}`}`;
    const place = `session ${shortId(hit.sessionId)}${agent}${turn}${client}`;
    const kind = `${hit.kind.replace('_', ' ')}${tool}${error}`;
    return {
      head: `${at + 1}. ${place}, ${kind}, ${day(hit.time)}`,
      quoted: isSaid ? words : `“${title}” ${words}`,
    };
  });
  return inBudget(
    {
      parts,
      isMore,
      more: () => 'More: a larger limit or max_tokens, or other words. A turn: show_turn, from: the item.',
      nothing: `No matches in ${args.isSet('all_projects') ? 'any project' : 'this project'}. Try fewer or other words${args.isSet('all_projects') ? '' : ', or all_projects: true'}.`,
    },
    args,
  );
}

/** A query with operators, quotes or a star is matched exactly. */
function isWritten(query: string): boolean {
  return /["*]|\b(OR|NOT|AND)\b|(^|\s)-\w/.test(query);
}

function filtersOf(args: Arguments, { project, now }: Room): SearchFilters {
  const filters: SearchFilters = {};
  if (!args.isSet('all_projects')) filters.project = project;
  const days = args.count('since_days');
  if (days !== undefined) filters.since = now - days * DAY_MS;
  const file = args.maybeText('file');
  if (file !== undefined) filters.touched = file;
  const kind = args.maybeText('kind');
  filters.kinds = kind === undefined ? STANDARD_KINDS : kind.split(',').map((each) => kindOf(each.trim()));
  return filters;
}

function kindOf(name: string): SearchKind {
  const kind = SEARCH_KINDS.find((each) => each === name);
  if (kind) return kind;
  throw new BadArgument(`There is no kind "${name}". Kinds: ${SEARCH_KINDS.join(', ')}.`);
}

function understood(text: string) {
  if (!hasWord(text)) throw new BadArgument('The query has no words.');
  try {
    const query = parseQuery(text);
    return [{ own: query, asked: query }];
  } catch (error) {
    if (error instanceof QueryError || error instanceof NoWordError) throw new BadArgument(error.message);
    throw error;
  }
}
