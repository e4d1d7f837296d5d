import {
  cwdOf,
  type JsonObject,
  type SearchableText,
  type SessionFile,
  searchableOf,
  TextScanner,
  TurnCursor,
} from '@unspool/session';
import { partOf } from '../indexing/file-facts.js';
import { readLinesFrom } from '../indexing/read-part.js';
import type { SearchFilters } from './filters.js';
import type { Hit, SearchResult } from './hit.js';
import { type Matcher, needlesIn } from './matcher.js';
import { filesOfSessions, type SearchedFile } from './searched-file.js';
import { snippetOf } from './snippet.js';
import { withinTime } from './time-limit.js';
import { ToolNames } from './tool-names.js';

/** A file of a gigabyte is read in less. */
const PATTERN_MS = 20_000;

interface Found {
  hit: Hit;
  part: number;
}

export interface FileSearch {
  filters: SearchFilters;
  limit: number;
  /** How long a pattern may take in one file; a `SlowPatternError` tells that it took longer. */
  patternMs?: number;
  /** Says of a file, by its place among all, that it holds nothing; asked in order. */
  mayHold?: (at: number) => boolean;
}

/** Texts that fit, from the files of sessions. */
export function searchFiles(sessions: readonly SessionFile[], matcher: Matcher, options: FileSearch): SearchResult {
  return searchIn(filesOfSessions(sessions, options.filters), matcher, options);
}

/**
 * Texts that fit, from files themselves: for signs and patterns that no index of words knows, and when there is no
 * index. The newest files first; enough is enough.
 */
export function searchIn(files: readonly SearchedFile[], matcher: Matcher, options: FileSearch): SearchResult {
  const scanner = new TextScanner(needlesIn(matcher));
  const found: Found[] = [];
  let isMore = false;
  for (const [at, searched] of files.entries()) {
    if (found.length >= options.limit) {
      isMore = true;
      break;
    }
    if (options.mayHold?.(at) === false) continue;
    const tools = new ToolNames(searched.file);
    const scan = () =>
      scanner.scan(searched.file, (objects, byte) => {
        for (const [part, object] of objects.entries()) addHits(object, { at: part, byte, searched, tools });
        return true;
      });
    if (matcher.isPattern) withinTime(scan, options.patternMs ?? PATTERN_MS);
    else scan();
  }

  function addHits(object: JsonObject, line: { at: number; byte: number; searched: SearchedFile; tools: ToolNames }) {
    searchableOf(object).forEach((text, index) => {
      line.tools.note(text);
      if (!matcher.matches(text.text)) return;
      const tool = line.tools.of(text);
      if (!isWanted(object, text, tool, options.filters)) return;
      const hit = hitOf(object, text, tool, line.searched, line.byte);
      found.push({ hit: { ...hit, snippet: snippetOf(text.text, matcher) }, part: partOf(line.at, index) });
    });
  }

  const hits = found
    .map(({ hit }) => hit)
    .sort((a, b) => (b.time ?? 0) - (a.time ?? 0))
    .slice(0, options.limit);
  addTurns(hits);
  for (const hit of hits) hit.cwd = cwdOf(hit.file);
  return { hits, count: found.length, isMore, sorted: 'time' };
}

function isWanted(object: JsonObject, text: SearchableText, tool: string | undefined, filters: SearchFilters): boolean {
  if (filters.kinds && !filters.kinds.includes(text.kind)) return false;
  if (filters.tool !== undefined && tool?.toLowerCase() !== filters.tool.toLowerCase()) return false;
  if (filters.isError !== undefined && (text.isError === true) !== filters.isError) return false;
  if (filters.touched !== undefined && !text.file?.includes(filters.touched)) return false;
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

/** Turns are counted from the beginning of a file; only files with a hit that is shown are read for it. */
function addTurns(hits: readonly Hit[]): void {
  const byFile = new Map<string, Hit[]>();
  for (const hit of hits) byFile.set(hit.file, [...(byFile.get(hit.file) ?? []), hit]);
  for (const [file, wanted] of byFile) {
    const last = Math.max(...wanted.map((hit) => hit.byte));
    const cursor = new TurnCursor(wanted[0]?.agentId === undefined ? 'main' : 'agent');
    for (const line of readLinesFrom(file, 0, Number.MAX_SAFE_INTEGER)) {
      for (const object of line.objects) {
        const turn = cursor.see(object);
        for (const hit of wanted) if (hit.byte === line.byte) hit.turn = turn.number;
      }
      if (line.byte >= last) break;
    }
  }
}

function timeOf(object: JsonObject): number | undefined {
  const text = object['timestamp'];
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
