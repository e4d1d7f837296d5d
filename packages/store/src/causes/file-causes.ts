import { type Line, readLines, type SessionFile, type UsageRecord } from '@unspool/session';
import { readAgentMeta } from '@unspool/session/locate';
import type { Prices } from '../usage/prices.js';
import { distanceOf } from '../usage/reply-rank.js';
import type { Report } from '../usage/reports.js';
import { emptyUsage, isOverTier, isSearch, type SessionRef, type Usage } from '../usage/usage.js';
import { type AgentFact, agentFactsIn, agentFactsOf, agentTypeOf } from './agent-types.js';
import { Attribution, type Caused } from './attribution.js';
import { type CausedUsage, type CauseKind, type CauseOptions, causeReport } from './cause-report.js';
import { type Gathered, gather, newGathered, placeOfObject } from './gather.js';

export interface FileCauseOptions extends CauseOptions {
  onSession?: () => void;
  /** Called for files that could not be read to their end. */
  onProblem?: (file: string, message: string) => void;
}

/** A file and its session. */
interface Place {
  session: SessionRef;
  facts: Map<string, string>;
  file: string;
  agent: string | null;
}

/** The rank of a line's place for a reply, as in the ledger. */
type Rank = readonly [distance: number, sessionId: string, isAgent: number];

interface SeenReply {
  time: number;
  owner: Place;
  ownerRank: Rank;
  /** The place whose counts are used. */
  record: UsageRecord;
  sourceRank: Rank;
  byFile: Map<string, Gathered>;
}

/** Reports what tools, skills or sub-agents cost, from the files themselves, without an index. */
export function causesOf(
  kind: CauseKind,
  sessions: Iterable<SessionFile>,
  refs: (session: SessionFile) => SessionRef,
  options: FileCauseOptions,
): Report {
  const replies = new Map<string, SeenReply>();
  for (const session of sessions) {
    addSession(session, refs(session), { replies, onProblem: options.onProblem });
    options.onSession?.();
  }
  return causeReport(kind, usagesOf(replies, options.prices), options);
}

function addSession(
  session: SessionFile,
  ref: SessionRef,
  { replies, onProblem }: { replies: Map<string, SeenReply>; onProblem: FileCauseOptions['onProblem'] },
): void {
  const facts = new Map<string, string>();
  const note = (counts: readonly AgentFact[]) => {
    for (const [name, value] of counts) facts.set(name, value);
  };
  const files: { file: string; agent: string | null }[] = session.hasMain ? [{ file: session.file, agent: null }] : [];
  for (const { file, id } of session.agentFiles) files.push({ file, agent: id });
  for (const { file, agent } of files) {
    const place: Place = { session: ref, facts, file, agent };
    const attribution = new Attribution(file);
    if (agent !== null) note(agentFactsOf(agent, metaOf(file)));
    const read = () => {
      for (const line of readLines(file)) {
        if (isDoubtful(line)) break;
        for (const [at, object] of line.objects.entries()) {
          const caused = attribution.add(object, line.byte);
          if (caused) add(replies, caused, place, placeOfObject(line.byte, at));
          note(agentFactsIn(object));
        }
      }
    };
    try {
      read();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      onProblem?.(file, (error as Error).message);
    }
  }
}

export function metaOf(agentFile: string): { [key: string]: unknown } {
  return readAgentMeta(agentFile.replace(/\.jsonl$/, '.meta.json'), []) ?? {};
}

/** Whether this is an incomplete last line, which is read once it is complete. */
export function isDoubtful({ bytes, state }: Line): boolean {
  return bytes !== undefined && bytes[bytes.length - 1] !== 10 && state !== 'whole';
}

/** Which of several lines counts, and which session owns a reply, is decided as in the ledger. */
function add(replies: Map<string, SeenReply>, caused: Caused, place: Place, at: number): void {
  const { key, record } = caused;
  const distance = distanceOf(record);
  const { sessionId } = place.session;
  const ownerRank: Rank = [distance, sessionId, place.agent !== null || record.isSidechain ? 1 : 0];
  const sourceRank: Rank = [distance, sessionId, 0];
  let seen = replies.get(key);
  if (!seen) {
    seen = { time: record.time, owner: place, ownerRank, record, sourceRank, byFile: new Map() };
    replies.set(key, seen);
  } else {
    if (!(record.time >= seen.time) && !Number.isNaN(record.time)) seen.time = record.time;
    if (isNearer(ownerRank, seen.ownerRank)) Object.assign(seen, { owner: place, ownerRank });
    const isMore = record.output > seen.record.output;
    if (isMore || (record.output === seen.record.output && !isNearer(seen.sourceRank, sourceRank)))
      Object.assign(seen, { record, sourceRank });
  }
  let gathered = seen.byFile.get(place.file);
  if (!gathered) {
    gathered = newGathered();
    seen.byFile.set(place.file, gathered);
  }
  gather(gathered, caused, at);
}

function isNearer(a: Rank, b: Rank): boolean {
  if (a[0] !== b[0]) return a[0] < b[0];
  if (a[1] !== b[1]) return a[1] < b[1];
  return a[2] < b[2];
}

function* usagesOf(replies: ReadonlyMap<string, SeenReply>, prices: Prices): Generator<CausedUsage> {
  for (const { time, owner, ownerRank, record, byFile } of replies.values()) {
    const isAgent = ownerRank[2] === 1;
    const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches, model, isFast, isUs } = record;
    const tokens = { input, output, cacheRead, cacheWrite5m, cacheWrite1h };
    const isOver = isOverTier(model, record, prices);
    const counts = { ...tokens, webSearches, model, isFast, isUs, isOver, time, isAgent };
    const usage: Usage = { ...emptyUsage(owner.session), ...counts, replies: isSearch(counts) ? 0 : 1 };
    const agentType = isAgent ? agentTypeOf(owner.agent, owner.facts) : undefined;
    yield { usage, causes: byFile.get(owner.file), agentType };
  }
}
