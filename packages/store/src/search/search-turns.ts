import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import { roomToRead } from '../indexing/read-part.js';
import type { Database } from '../sqlite/database.js';
import type { DistinctiveWord } from './distinctive-words.js';
import { type Condition, conditionOf } from './filters.js';
import { type Hit, type Shown, textAt } from './hit.js';
import { type Matcher, wordMatcher } from './matcher.js';
import { hitsOf } from './placed-hits.js';
import { ftsOf, type Query, withoutExclusions } from './query.js';
import type { SearchOptions } from './search-index.js';
import { type FoundText, type FoundTurn, type ShownTurn, scoreOf, shownTurn } from './shown-turn.js';
import { snippetOf } from './snippet.js';

/** Turns that were found, each by the text in it that fits best. */
export interface TurnHits {
  hits: Hit[];
  isMore: boolean;
}

export type TurnOptions = Omit<SearchOptions, 'sort' | 'areCopiesOne'> & { shown: Shown };

/** Texts with a word that are looked at, the newest first; a word that is in more of them says little. */
const MAX_TEXTS = 3000;

/** How much a word in each kind of text counts. Tool output contains every word sooner or later. */
const WEIGHTS: { readonly [kind in SearchKind]: number } = {
  prompt: 1,
  reply: 0.9,
  title: 0.8,
  summary: 0.6,
  thinking: 0.6,
  tool_input: 0.6,
  tool_output: 0.35,
  injected: 0.2,
};

/**
 * The turns that match most of the words, one hit each. The words need not be in one text: the caller does not know
 * whether the prompt or the reply said them. Rare words count more, and so do words next to each other.
 *
 * A word counts only where it is in the text as shown, so that nobody can guess a masked secret from what is found. (Only how
 * rare a word is depends on all texts.)
 */
export function searchTurns(database: Database, words: readonly DistinctiveWord[], options: TurnOptions): TurnHits {
  const [first, ...others] = words.map(({ own }) => own);
  if (!first) return { hits: [], isMore: false };
  const reader = new ShownTexts(database, words, options);
  const shown = bestTurns(foundTurns(database, words, options), options.limit + 1, (id) => reader.wordsIn(id));
  const matcher = wordMatcher(others.length === 0 ? first : { kind: 'or', parts: [first, ...others] });
  const hits = shown.slice(0, options.limit).flatMap(({ best }) => reader.hit(best.id, matcher) ?? []);
  return { hits, isMore: shown.length > options.limit };
}

function foundTurns(database: Database, words: readonly DistinctiveWord[], { filters }: TurnOptions): FoundTurn[] {
  const total = Number(database.prepare('SELECT max(id) AS n FROM docs').get()?.['n'] ?? 0);
  const turns = new Map<string, FoundTurn>();
  const condition = conditionOf(filters, database);
  for (const [at, { asked }] of words.entries())
    addTexts(turns, { at, texts: textsWith(database, asked, condition), total });
  return [...turns.values()];
}

/** Reads turns in the order of what they can score at most, until the best `most` are certain. */
function bestTurns(
  turns: readonly FoundTurn[],
  most: number,
  wordsIn: (id: number) => ReadonlySet<number>,
): ShownTurn[] {
  const ordered = turns.map((turn) => ({ turn, best: turn.best, score: scoreOf(turn) })).sort(byScore);
  const best: ShownTurn[] = [];
  const moments = new Set<string>();
  for (const atMost of ordered) {
    const last = best[most - 1];
    if (last && byScore(last, atMost) < 0) break;
    const shown = shownTurn(atMost.turn, wordsIn);
    if (!shown) continue;
    // A fork has the same lines: of the same moment one is enough.
    const { time, kind } = shown.best;
    const moment = `${time} ${kind}`;
    if (time !== null && moments.has(moment)) continue;
    moments.add(moment);
    const at = best.findIndex((each) => byScore(shown, each) < 0);
    best.splice(at < 0 ? best.length : at, 0, shown);
  }
  return best.slice(0, most);
}

function byScore(a: ShownTurn, b: ShownTurn): number {
  return b.score - a.score || b.best.id - a.best.id;
}

/** Reads texts as they are shown. */
class ShownTexts {
  private readonly reading;
  private readonly matchers: readonly Matcher[];

  constructor(
    private readonly database: Database,
    words: readonly DistinctiveWord[],
    private readonly options: TurnOptions,
  ) {
    this.matchers = words.map(({ asked }) => wordMatcher(asked));
    this.reading = { ...options, room: roomToRead() };
  }

  /** Which of the words a text contains; none if it can no longer be read. */
  wordsIn(id: number): ReadonlySet<number> {
    const text = this.isFileShown(id) ? this.read(id)?.text : undefined;
    return new Set(text === undefined ? [] : this.matchers.flatMap((each, at) => (each.matches(text) ? [at] : [])));
  }

  hit(id: number, matcher: Matcher): Hit | undefined {
    const found = this.read(id);
    return found && { ...found.hit, snippet: snippetOf(found.text, matcher) };
  }

  private read(id: number): { hit: Hit; text: string } | undefined {
    const [placed] = hitsOf(this.database, [id]);
    const found = placed && textAt(placed.hit, placed.part, this.reading);
    return found && { hit: placed.hit, text: found.text };
  }

  /** A path may contain a secret, too. */
  private isFileShown(id: number): boolean {
    const { filters, shown } = this.options;
    if (filters.touched === undefined) return true;
    const row = this.database
      .prepare('SELECT text FROM docs JOIN names ON names.id = touched WHERE docs.id = ?')
      .get(id);
    return shown.text(String(row?.['text'])).includes(filters.touched);
  }
}

function textsWith(database: Database, query: Query, condition: Condition): FoundText[] {
  const row = database
    .prepare(
      `SELECT json_group_array(json_array(id, session, turn, kind, time, is_agent)) AS rows FROM (
         SELECT docs.id, files.session, docs.turn, docs.kind, docs.time, files.agent IS NOT NULL AS is_agent
         FROM texts JOIN docs ON docs.id = texts.rowid JOIN files ON files.id = docs.file
         WHERE texts MATCH ? AND ${condition.sql} ORDER BY texts.rowid DESC LIMIT ${MAX_TEXTS})`,
    )
    // What a text must not contain may be masked in it, so that is decided when the text is read.
    .get(ftsOf(withoutExclusions(query)), ...condition.values);
  const rows = JSON.parse(String(row?.['rows'] ?? '[]')) as [number, number, number, number, number | null, number][];
  return rows.map(([id, session, turn, kind, time, agent]) => ({
    id,
    session,
    turn,
    kind,
    time,
    isAgent: agent === 1,
  }));
}

interface WordTexts {
  at: number;
  texts: readonly FoundText[];
  total: number;
}

function addTexts(turns: Map<string, FoundTurn>, { at, texts, total }: WordTexts): void {
  const rarity = Math.log(1 + total / Math.max(1, texts.length));
  for (const text of texts) {
    const key = `${text.session} ${text.turn} ${text.isAgent ? text.id : ''}`;
    const turn = turns.get(key) ?? { words: new Map(), texts: new Map(), best: text, bestScore: 0 };
    turns.set(key, turn);
    const gain = rarity * WEIGHTS[SEARCH_KINDS[text.kind] ?? 'injected'];
    turn.words.set(at, Math.max(turn.words.get(at) ?? 0, gain));
    const own = turn.texts.get(text.id) ?? { text, score: 0, gains: new Map() };
    own.score += gain;
    own.gains.set(at, gain);
    turn.texts.set(text.id, own);
    if (own.score <= turn.bestScore) continue;
    turn.best = text;
    turn.bestScore = own.score;
  }
}
