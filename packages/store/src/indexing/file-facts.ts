import type { JsonObject, UsageRecord } from '@unspool/session';
import {
  SEARCH_KINDS,
  type SearchableText,
  searchableOf,
  TitleCursor,
  type TitleCursorState,
  TurnCursor,
  type TurnRef,
  type TurnState,
  UsageCursor,
  type UsageState,
} from '@unspool/session/facts';
import type { Title } from '@unspool/session/model';
import { type SeenWrite, WriteCursor, type WriteState } from '../blame/write-cursor.js';
import { type AgentFact, agentFactsIn } from '../causes/agent-types.js';
import { Attribution, type AttributionState } from '../causes/attribution.js';
import type { SeenCause } from '../causes/cause-ledger.js';
import { placeOfObject } from '../causes/gather.js';
import { SeenTitles } from '../search/seen-titles.js';
import { segment } from '../search/segment.js';
import { partOf } from './text-place.js';

/** A searchable text, with the values to filter by. */
export interface Doc {
  byte: number;
  part: number;
  kind: number;
  turn: TurnRef;
  time: number | null;
  tool: string | undefined;
  touched: string | undefined;
  model: string | undefined;
  branch: string | undefined;
  isError: boolean | undefined;
  /** The text as it is indexed. */
  text: string;
}

/** The call of an output that came before its call. */
export interface LateCall {
  byte: number;
  part: number;
  tool: string;
  touched: string | undefined;
}

export interface SeenUsage {
  key: string;
  record: UsageRecord;
}

/** What a file says about its session. */
export interface SessionFacts {
  cwd?: string | undefined;
  branch?: string | undefined;
  version?: string | undefined;
  started?: number | undefined;
  ended?: number | undefined;
  title?: Title;
}

/** The state needed to continue reading a file. */
export interface FileState {
  turns?: TurnState;
  facts?: SessionFacts;
  /** Calls without a result so far, by id: their tool, and the file they are about. */
  calls?: { [toolUseId: string]: string | [tool: string, file: string] };
  /** Places of outputs whose call was not seen yet, by call id. */
  waiting?: { [toolUseId: string]: OutputPlace[] };
  /** Outputs have the files of their calls. Absent if an older version began to read the file. */
  hasOutputFiles?: boolean;
  /** Titles found in it. */
  titles?: string[];
  /** Missing where an older Unspool began with the file. */
  title?: TitleCursorState;
  /** Missing where an older Unspool began with the file. */
  attribution?: AttributionState | undefined;
  /** Missing where an older Unspool began with the file. */
  writes?: WriteState;
  usage?: UsageState;
}

type OutputPlace = [byte: number, part: number];

/** Collects what the index stores about a file, line by line. It can stop and continue at any line. */
export class FileFacts {
  docs: Doc[] = [];
  lateCalls: LateCall[] = [];
  usages: SeenUsage[] = [];
  causes: SeenCause[] = [];
  agentFacts: AgentFact[] = [];
  writes: SeenWrite[] = [];
  textLength = 0;
  private readonly path: string;
  private readonly cursor: TurnCursor;
  private readonly facts: SessionFacts;
  private readonly calls: Map<string, Call>;
  private readonly waiting: Map<string, OutputPlace[]>;
  private readonly hasOutputFiles: boolean;
  private readonly titles: SeenTitles;
  private readonly title: TitleCursor;
  private readonly usage: UsageCursor;
  private attribution: Attribution | undefined;
  private readonly writeCursor: WriteCursor | undefined;

  constructor(path: string, kind: 'main' | 'agent', state: FileState) {
    this.path = path;
    this.cursor = new TurnCursor(kind, state.turns);
    this.facts = { ...state.facts };
    this.usage = new UsageCursor(state.usage);
    this.calls = new Map(Object.entries(state.calls ?? {}).map(([id, call]) => [id, callOf(call)]));
    this.waiting = new Map(Object.entries(state.waiting ?? {}));
    this.titles = new SeenTitles(state.titles);
    this.title = new TitleCursor(state.title ?? olderTitle(state.facts as OlderFacts));
    const isFromTheStart = state.turns === undefined;
    this.hasOutputFiles = isFromTheStart || state.hasOutputFiles === true;
    if (isFromTheStart || state.writes) this.writeCursor = new WriteCursor(path, state.writes);
    if (isFromTheStart || state.attribution) this.attribution = new Attribution(path, state.attribution);
  }

  /** `at`: the position of the object on its line. */
  add(object: JsonObject, byte: number, at: number): void {
    const turn = this.cursor.see(object);
    const time = timeOf(object);
    this.noteFacts(object, time);
    this.title.see(object);
    const record = this.usage.usageOf(object);
    if (record) this.usages.push({ key: record.key ?? `${this.path}:${byte}`, record });
    this.noteCauses(object, byte, at);
    if (this.writeCursor) this.writes.push(...this.writeCursor.see(object, { byte, turn, time }));
    const texts = searchableOf(object);
    if (texts.length === 0) return;
    const branch = textOf(object['gitBranch']);
    const model = record?.model;
    texts.forEach((text, index) => {
      if (this.titles.isRepeated(text)) return;
      const part = partOf(at, index);
      const { tool, file } = this.callOf(text, [byte, part]);
      this.docs.push({
        byte,
        part,
        kind: SEARCH_KINDS.indexOf(text.kind),
        turn,
        time,
        tool,
        touched: file,
        model,
        branch,
        isError: text.isError,
        text: segment(text.text),
      });
      this.textLength += text.text.length;
    });
  }

  state(): FileState {
    return {
      turns: this.cursor.state(),
      facts: this.facts,
      calls: Object.fromEntries([...this.calls].map(([id, call]) => [id, asState(call)])),
      ...(this.waiting.size > 0 && { waiting: Object.fromEntries(this.waiting) }),
      hasOutputFiles: this.hasOutputFiles,
      titles: this.titles.state(),
      title: this.title.state(),
      attribution: this.attribution?.state(),
      ...(this.writeCursor && { writes: this.writeCursor.state() }),
      usage: this.usage.state(),
    };
  }

  /** Hands over what was collected so far. */
  take(): Pick<FileFacts, 'docs' | 'lateCalls' | 'usages' | 'causes' | 'agentFacts' | 'writes'> {
    const { docs, lateCalls, usages, causes, agentFacts, writes } = this;
    this.facts.title = this.title.title();
    this.docs = [];
    this.lateCalls = [];
    this.usages = [];
    this.causes = [];
    this.agentFacts = [];
    this.writes = [];
    this.textLength = 0;
    return { docs, lateCalls, usages, causes, agentFacts, writes };
  }

  /** Causes on an incomplete last line are not known yet. */
  stopAttributing(): void {
    this.attribution = undefined;
  }

  private noteCauses(object: JsonObject, byte: number, at: number): void {
    if (!this.attribution) return;
    const caused = this.attribution.add(object, byte);
    if (caused) {
      const { record: _, ...cause } = caused;
      this.causes.push({ ...cause, place: placeOfObject(byte, at) });
    }
    for (const fact of agentFactsIn(object)) this.agentFacts.push(fact);
  }

  /** The call that a text belongs to or answers. */
  private callOf({ toolUseId, tool, file }: SearchableText, place: OutputPlace): Partial<Call> {
    if (toolUseId === undefined) return {};
    if (tool === undefined) {
      const known = this.calls.get(toolUseId);
      if (!known) this.wait(toolUseId, place);
      this.calls.delete(toolUseId);
      return known ?? {};
    }
    for (const [byte, part] of this.waiting.get(toolUseId) ?? [])
      this.lateCalls.push({ byte, part, tool, touched: file });
    this.waiting.delete(toolUseId);
    const call = { tool, file };
    this.calls.set(toolUseId, call);
    dropOldest(this.calls, MAX_CALLS);
    return call;
  }

  private wait(toolUseId: string, place: OutputPlace): void {
    this.waiting.set(toolUseId, [...(this.waiting.get(toolUseId) ?? []), place]);
    dropOldest(this.waiting, MAX_WAITING);
  }

  private noteFacts(object: JsonObject, time: number | null): void {
    const { facts } = this;
    const cwd = textOf(object['cwd']);
    if (facts.cwd === undefined && cwd !== undefined) facts.cwd = cwd;
    facts.branch = textOf(object['gitBranch']) ?? facts.branch;
    facts.version = textOf(object['version']) ?? facts.version;
    if (time === null) return;
    facts.started ??= time;
    facts.ended = time;
  }
}

/** The form that older versions stored. */
function olderTitle(facts: OlderFacts = {}): TitleCursorState {
  const { customTitle: custom, aiTitle: ai, prompt } = facts;
  const words = prompt === undefined ? {} : { prompt };
  return { custom, ai, main: words, all: words };
}

interface OlderFacts {
  customTitle?: string;
  aiTitle?: string;
  prompt?: string;
}

interface Call {
  tool: string;
  file: string | undefined;
}

function callOf(state: string | [tool: string, file: string]): Call {
  return typeof state === 'string' ? { tool: state, file: undefined } : { tool: state[0], file: state[1] };
}

function asState({ tool, file }: Call): string | [tool: string, file: string] {
  return file === undefined ? tool : [tool, file];
}

/** Limits for calls without results and outputs without calls, which would accumulate. */
const MAX_CALLS = 1000;
const MAX_WAITING = 200;

function dropOldest(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

function timeOf(object: JsonObject): number | null {
  const text = object['timestamp'];
  const time = typeof text === 'string' && /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
