import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import { roomToRead } from '../indexing/read-part.js';
import type { Database } from '../sqlite/database.js';
import { type Condition, conditionOf } from './filters.js';
import { type Hit, textAt, whyUnread } from './hit.js';
import { wordMatcher } from './matcher.js';
import { hitsOf } from './placed-hits.js';
import { ftsOf, type Query } from './query.js';
import type { SearchOptions } from './search-index.js';
import { snippetOf } from './snippet.js';

/** A turn that was found, by the text in it that fits best. */
export interface TurnHits {
  hits: Hit[];
  /** How many turns have some of the words. */
  count: number;
}

export type TurnOptions = Omit<SearchOptions, 'sort' | 'areCopiesOne'>;

/** Texts with a word that are looked at, the newest first; a word that is in more of them says little. */
const MAX_TEXTS = 3000;
const MAX_WORDS = 12;

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
 * The turns that match most of the question, one hit each. The words need not be in one text: the caller does not know
 * whether the prompt or the reply said them. Rare words count more, and so do words next to each other.
 */
export function searchTurns(database: Database, text: string, options: TurnOptions): TurnHits {
  const words = tellingWords(text);
  const [first, ...others] = words.map(({ own }) => own);
  if (!first) return { hits: [], count: 0 };
  const total = Number(database.prepare('SELECT max(id) AS n FROM docs').get()?.['n'] ?? 0);
  const turns = new Map<string, FoundTurn>();
  const condition = conditionOf(options.filters, database);
  for (const [at, { asked }] of words.entries())
    addTexts(turns, { at, texts: textsWith(database, asked, condition), total });
  const ranked = withoutCopies([...turns.values()].sort((a, b) => scoreOf(b) - scoreOf(a) || b.best.id - a.best.id));
  const ids = ranked.slice(0, options.limit).map(({ best }) => best.id);
  const matcher = wordMatcher(others.length === 0 ? first : { kind: 'or', parts: [first, ...others] });
  const reading = { ...options, room: roomToRead() };
  const hits = hitsOf(database, ids).map(({ hit, part }): Hit => {
    const found = textAt(hit, part, reading);
    return found ? { ...hit, snippet: snippetOf(found.text, matcher) } : { ...hit, unread: whyUnread(hit.file) };
  });
  return { hits, count: ranked.length };
}

export interface TellingWord {
  /** As it was typed. */
  own: Query;
  /** Also in other forms. */
  asked: Query;
}

/** The words of a question that tell texts apart, each with its other forms. */
export function tellingWords(text: string): TellingWord[] {
  const typed = (text.match(/[\p{L}\p{N}_]{2,}/gu) ?? []).map((word) => word.toLowerCase());
  const telling = typed.filter((word) => !COMMON.has(word));
  const words = [...new Set(telling.length > 0 ? telling : typed)].slice(0, MAX_WORDS);
  return words.map((word) => {
    const stem = stemOf(word);
    return {
      own: { kind: 'term', text: stem, isPrefix: stem !== word },
      asked: { kind: 'term', text: stem, isPrefix: stem !== word || word.length >= LONG },
    };
  });
}

/** Words of so many letters are looked for as beginnings. */
const LONG = 5;
const ENDINGS = /(ations?|ings?|ments?|ies|ed|es|s|e|y)$/;
const SHORTEST_STEM = 4;

/** English endings go; other languages keep theirs. */
function stemOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const stem = word.replace(ENDINGS, '');
  return stem.length >= SHORTEST_STEM ? stem : word;
}

const COMMON: ReadonlySet<string> = new Set(
  'a an the and or of to in on at by for from with as is are was were be been do does did how what when where which who why it its this that these those there here we you he she they me my our your their can could should would will shall may might must if then than so but no not only into onto out up about between instead because over under again any all some more most'.split(
    ' ',
  ),
);

interface FoundText {
  id: number;
  session: number;
  turn: number;
  kind: number;
  time: number | null;
  isAgent: boolean;
}

/** For each word what it adds, in the turn and in one of its texts. */
interface FoundTurn {
  words: Map<number, number>;
  texts: Map<number, { text: FoundText; score: number }>;
  best: FoundText;
  bestScore: number;
}

function textsWith(database: Database, query: Query, condition: Condition): FoundText[] {
  const row = database
    .prepare(
      `SELECT json_group_array(json_array(id, session, turn, kind, time, is_agent)) AS rows FROM (
         SELECT docs.id, files.session, docs.turn, docs.kind, docs.time, files.agent IS NOT NULL AS is_agent
         FROM texts JOIN docs ON docs.id = texts.rowid JOIN files ON files.id = docs.file
         WHERE texts MATCH ? AND ${condition.sql} ORDER BY texts.rowid DESC LIMIT ${MAX_TEXTS})`,
    )
    .get(ftsOf(query), ...condition.values);
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
    const own = turn.texts.get(text.id) ?? { text, score: 0 };
    own.score += gain;
    turn.texts.set(text.id, own);
    if (own.score <= turn.bestScore) continue;
    turn.best = text;
    turn.bestScore = own.score;
  }
}

/** Words anywhere in the turn, and once more for those that are close together. */
function scoreOf({ words, bestScore }: FoundTurn): number {
  let score = bestScore;
  for (const gain of words.values()) score += gain;
  return score;
}

/** A fork has the same lines: of the same moment one is enough. */
function withoutCopies(turns: readonly FoundTurn[]): FoundTurn[] {
  const seen = new Set<string>();
  return turns.filter(({ best: { time, kind } }) => {
    const moment = `${time} ${kind}`;
    if (time !== null && seen.has(moment)) return false;
    seen.add(moment);
    return true;
  });
}
