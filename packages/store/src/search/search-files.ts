import type { JsonObject, SessionFile } from '@unspool/session';
import { type SearchableText, searchableOf, TextScanner } from '@unspool/session/facts';
import { cwdOf } from '@unspool/session/locate';
import { copiesTogether, DistinctHits, originalOf } from './copies.js';
import type { SearchFilters } from './filters.js';
import { type Hit, isOwnLine, type SearchResult } from './hit.js';
import { type Matcher, needlesIn } from './matcher.js';
import { type FoundHit, placeHits } from './place-hits.js';
import { filesOfSessions, type SearchedFile } from './searched-file.js';
import { type SeenCall, SeenCalls } from './seen-calls.js';
import { SeenTitles } from './seen-titles.js';
import { snippetOf } from './snippet.js';
import { SlowPatternError, withinTime } from './time-limit.js';

/** Long enough to read a file of a gigabyte. */
const PATTERN_MS = 20_000;

export interface FileSearch {
  filters: SearchFilters;
  limit: number;
  /** Group hits with the same text and time in several files into one, which lists the others. */
  areCopiesOne?: boolean;
  /** How long a pattern may take in one file. If it takes longer, the search ends with what was found. */
  patternMs?: number;
}

/** Searches the files of sessions. */
export function searchFiles(sessions: readonly SessionFile[], matcher: Matcher, options: FileSearch): SearchResult {
  return searchIn(filesOfSessions(sessions, options.filters), matcher, options);
}

/**
 * Searches files without the index: for punctuation and patterns, which an index of words cannot find, or if there is no
 * index. Reads the newest files first, and stops once there are enough hits.
 */
export function searchIn(files: readonly SearchedFile[], matcher: Matcher, options: FileSearch): SearchResult {
  const { filters, limit } = options;
  // The tool of an output is on the line of its call, which usually does not contain a needle.
  const isByCall = filters.tool !== undefined || filters.touched !== undefined;
  const scanner = new TextScanner(isByCall ? [...needlesIn(matcher), CALL] : needlesIn(matcher));
  const found: FoundHit[] = [];
  const distinct = options.areCopiesOne ? new DistinctHits() : undefined;
  const add = (each: FoundHit) => {
    found.push(each);
    distinct?.add(each.hit);
  };
  let isMore = false;
  let gaveUp: string | undefined;
  const problems: { file: string; message: string }[] = [];
  for (const searched of files) {
    if ((distinct?.count ?? found.length) >= limit || gaveUp !== undefined) {
      isMore = true;
      break;
    }
    const line = { searched, calls: new SeenCalls(), titles: new SeenTitles(), waiting: [] };
    const scan = () =>
      scanner.scan(searched.file, (objects, byte) => {
        for (const object of objects) addHits(object, { ...line, byte });
        return true;
      });
    try {
      gaveUp = matcher.isPattern ? scanPatiently(scan, options.patternMs ?? PATTERN_MS) : void scan();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      problems.push({ file: searched.file, message: (error as Error).message });
    }
    addWaiting(line);
  }

  function addHits(object: JsonObject, line: SearchedLine) {
    for (const text of searchableOf(object)) {
      line.calls.note(text);
      if (!matcher.matches(text.text) || line.titles.isRepeated(text)) continue;
      const call = line.calls.of(text);
      // An output may come before its call.
      const isWaiting = isByCall && text.toolUseId !== undefined && call.tool === undefined;
      if (!isWanted(object, text, filters) || (!isWaiting && !isOfCall(call, filters))) continue;
      const hit = hitOf(object, text, call.tool, line.searched, line.byte);
      const isOwn = isOwnLine(object, hit.sessionId);
      const each = { hit: { ...hit, snippet: snippetOf(text.text, matcher) }, toolUseId: text.toolUseId, isOwn };
      if (isWaiting) line.waiting.push(each);
      else add(each);
    }
  }

  /** Call at the end of a file, when all of its calls were seen. */
  function addWaiting({ calls, waiting }: Pick<SearchedLine, 'calls' | 'waiting'>) {
    for (const { hit, toolUseId, isOwn } of waiting) {
      const call = toolUseId === undefined ? {} : calls.of({ toolUseId });
      if (isOfCall(call, filters)) add({ hit: { ...hit, tool: call.tool }, toolUseId, isOwn });
    }
  }

  const sorted = found.sort((a, b) => (b.hit.time ?? 0) - (a.hit.time ?? 0));
  const shown = groupsOf(sorted, options).slice(0, limit);
  placeHits(shown.flat());
  const hits = shown.map(originalOf);
  for (const hit of hits) hit.cwd = cwdOf(hit.file);
  return { hits, count: found.length, isMore: isMore || gaveUp !== undefined, sorted: 'time', gaveUp, problems };
}

function groupsOf(found: readonly FoundHit[], { areCopiesOne }: FileSearch): FoundHit[][] {
  return areCopiesOne ? copiesTogether(found) : found.map((each) => [each]);
}

interface SearchedLine {
  byte: number;
  searched: SearchedFile;
  calls: SeenCalls;
  titles: SeenTitles;
  waiting: FoundHit[];
}

const CALL = { bytes: Buffer.from('"tool_use"') };

/** Why the file was not read to its end, if so. The search then stops, since other files would be just as slow. */
function scanPatiently(scan: () => void, milliseconds: number): string | undefined {
  try {
    withinTime(scan, milliseconds);
    return undefined;
  } catch (error) {
    if (error instanceof SlowPatternError) return error.message;
    throw error;
  }
}

function isOfCall(call: SeenCall, { tool, touched }: SearchFilters): boolean {
  if (tool !== undefined && call.tool?.toLowerCase() !== tool.toLowerCase()) return false;
  return touched === undefined || call.file?.includes(touched) === true;
}

function isWanted(object: JsonObject, text: SearchableText, filters: SearchFilters): boolean {
  if (filters.kinds && !filters.kinds.includes(text.kind)) return false;
  if (filters.isError !== undefined && (text.isError === true) !== filters.isError) return false;
  if (filters.branch !== undefined && object['gitBranch'] !== filters.branch) return false;
  const time = timeOf(object) ?? Number.NaN;
  if (filters.since !== undefined && !(time >= filters.since)) return false;
  if (filters.until !== undefined && !(time <= filters.until)) return false;
  if (filters.model === undefined) return true;
  const { message } = object;
  const model = typeof message === 'object' && message !== null ? (message as { model?: unknown }).model : undefined;
  return typeof model === 'string' && model.toLowerCase().includes(filters.model.toLowerCase());
}

function hitOf(
  object: JsonObject,
  text: SearchableText,
  tool: string | undefined,
  searched: SearchedFile,
  byte: number,
): Hit {
  return {
    sessionId: searched.sessionId,
    agentId: searched.agentId,
    title: undefined,
    cwd: undefined,
    client: searched.client,
    file: searched.file,
    turn: 0,
    byte,
    kind: text.kind,
    tool,
    isError: text.isError === true,
    time: timeOf(object),
    snippet: { text: '', ranges: [] },
  };
}

function timeOf(object: JsonObject): number | undefined {
  const text = object['timestamp'];
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
