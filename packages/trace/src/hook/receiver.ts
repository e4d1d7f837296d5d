import { encodedSpan } from '../otlp/encode-json.js';
import { type SentSpan, sentSpan } from '../otlp/sent-span.js';
import { publish, type QueuedSpan, type QueueFolders, queuedBytes, queueFolders, stage } from '../queue/queue-files.js';
import type { TurnTrace } from '../span/turn-trace.js';
import { type ExportedSession, readExported } from '../state/exported-session.js';
import { isContinued } from '../state/file-marks.js';
import type { Lock } from '../state/lock.js';
import {
  newState,
  type SessionState,
  type StateFiles,
  stateFilesOf,
  writeState,
  writeStateLightly,
} from '../state/session-state.js';
import { appendLedger } from '../state/span-ledger.js';
import type { TraceFolder } from '../state/trace-folder.js';
import { TraceOwners } from '../state/trace-owner.js';
import type { Outlet } from './outlet.js';
import type { PendingSpans } from './pending-spans.js';
import { resetLost } from './reset-lost.js';

/** A turn without its spans. */
export type TurnFacts = Omit<TurnTrace, 'spans'>;

/** What is known about a session before it is read. */
export interface Found {
  file: string;
  size: number;
  /** Its sub-agents' files and their sizes. */
  agents: Record<string, number>;
  event: { isEnded?: boolean; isQuiet?: boolean; isStopped?: boolean };
}

export interface ReceiverWorld {
  folder: TraceFolder;
  files: StateFiles;
  lock: Lock;
  now: () => number;
  queueBytes: number;
  /** Only counts; writes nothing. */
  isDry?: boolean;
  /** Where spans go instead of the queue. */
  outlet?: Outlet | undefined;
  pending?: PendingSpans | undefined;
}

export function openReceiver(sink: string, found: Found, shared: ReceiverWorld): Receiver {
  const { folder, files, outlet } = shared;
  const world = outlet?.isOpenFor(files.key) ? shared : { ...shared, outlet: undefined };
  const known = readExported(files, sink, outlet?.pack) ?? nothingExported(found.file);
  // A process may have died between writing its state and publishing what it had staged.
  if (!world.isDry) publish(queueFolders(folder, sink), files.key, known.state.batches);
  const exported = world.isDry ? known : resetLost(sink, known, files, folder);
  const before = exported.state;
  if (isContinued(found.file, found.size, before)) {
    return new Receiver(sink, exported, { ...found, hasNews: hasNews(found, before) }, world);
  }
  // Ids depend only on the data, and the ledger knows what was exported, so reading the file again repeats nothing.
  const reset = { ...newState(found.file), batches: before.batches, ledgerBytes: before.ledgerBytes };
  return new Receiver(sink, { ...exported, state: reset }, { ...found, hasNews: true }, world);
}

function nothingExported(file: string): ExportedSession {
  return { state: newState(file), ledger: () => new Map(), place: 'nowhere' };
}

function hasNews({ size, agents, event }: Found, state: SessionState): boolean {
  if (size !== state.size || !isSameSizes(agents, state.agents)) return true;
  if ((event.isEnded === true && !state.isEnded) || (event.isQuiet === true && !state.isQuiet)) return true;
  const { openTurn } = state;
  // The turn of an old client is open until an event says that the model stopped.
  return event.isStopped === true && openTurn !== undefined && state.turns[openTurn.number]?.id !== openTurn.id;
}

/** Staged lines are written once they reach this size, so that a long session is never in memory as a whole. */
const MAX_HELD = 4 * 1024 * 1024;

/** Collects the spans of a session that one sink does not have yet. */
export class Receiver {
  readonly state: SessionState;
  readonly isUpToDate: boolean;
  readonly isFull: boolean;
  private readonly agentsChanged: boolean;
  private sent: Map<string, string>;
  private fresh = new Map<string, string>();
  private lines: QueuedSpan[] = [];
  private held = 0;
  private place: ExportedSession['place'];
  private readonly owners: TraceOwners;
  private readonly folders: QueueFolders;

  constructor(
    readonly sink: string,
    { state, ledger, place }: ExportedSession,
    { agents, hasNews }: Found & { hasNews: boolean },
    private readonly world: ReceiverWorld,
  ) {
    const { folder, queueBytes } = world;
    this.state = state;
    this.place = place;
    this.folders = queueFolders(folder, sink);
    this.isUpToDate = !hasNews;
    this.isFull = queuedBytes(this.folders.queue, queueBytes) >= queueBytes;
    this.agentsChanged = !isSameSizes(agents, state.agents);
    // A session in a pack is rewritten into files of its own with the first change.
    this.sent = hasNews || place === 'pack' ? ledger() : new Map();
    this.owners = world.pending?.owners ?? new TraceOwners(folder.traces(sink));
  }

  /** Whether a turn may have spans that the sink does not have. */
  wants(turn: TurnFacts): boolean {
    const exported = this.state.turns[placeOf(turn)];
    if (!exported || exported.id !== turn.id || exported.toByte !== turn.toByte) return true;
    return exported.isClosed !== (turn.state === 'closed') || (exported.hasAgents && this.agentsChanged);
  }

  /** Takes the new and changed spans and returns them. Spans that a fork's original sent are not sent again. */
  accept(turn: TurnFacts, spans: readonly SentSpan[]): readonly SentSpan[] {
    const { fresh, sent, owners } = this;
    const { pending, isDry } = this.world;
    let byOthers: ReadonlySet<string> | undefined;
    const news: SentSpan[] = [];
    let hasAgents = false;
    try {
      for (const span of spans) {
        const { spanId } = span;
        const { mark } = encodedSpan(span);
        hasAgents ||= span.kind === 'agent';
        const known = fresh.get(spanId) ?? sent.get(spanId);
        if (known === mark) continue;
        if (known === undefined) {
          byOthers ??= this.sentByOthers(turn.traceId);
          if (byOthers.has(spanId)) continue;
        }
        fresh.set(spanId, mark);
        news.push(span);
      }
    } finally {
      // Spans marked as fresh must be passed on even if the lookup of others failed.
      this.pass(news);
    }
    if (news.length > 0 && (pending || !isDry)) owners.add(turn.traceId, this.key);
    this.state.turns[placeOf(turn)] = {
      id: turn.id,
      toByte: turn.toByte,
      isClosed: turn.state === 'closed',
      hasAgents,
    };
    if (this.held > MAX_HELD) this.commit();
    return news;
  }

  /**
   * Writes in an order that is safe if the process dies at any point: staged spans, ledger, owners, and state, with which
   * they count as exported. Then they become visible to the sender.
   */
  commit(): void {
    if (this.world.isDry) return;
    const { fresh, lines } = this;
    const { lock, outlet } = this.world;
    if (outlet && lines.length === 0 && this.place === 'nowhere') this.writePacked(outlet);
    else this.writeFiles();
    if (this.sent.size === 0) this.sent = fresh;
    else for (const [spanId, mark] of fresh) this.sent.set(spanId, mark);
    this.empty();
    lock.touch();
  }

  private writeFiles(): void {
    const { state, folders, sink, fresh, lines } = this;
    const { files, now } = this.world;
    state.batches = stage(folders, files.key, state.batches, lines, now());
    const packed = this.place === 'pack' ? this.sent : [];
    state.ledgerBytes = appendLedger(files.ledger(sink), state.ledgerBytes, [...packed, ...fresh]);
    this.owners.write();
    this.requireLock();
    // If spans were sent without the queue, losing the state only means sending them again.
    if (this.world.outlet && lines.length === 0) writeStateLightly(files.state(sink), state);
    else writeState(files.state(sink), state);
    this.place = 'files';
    // Files that a dead process staged were published when the session was opened.
    if (lines.length > 0) publish(folders, files.key, state.batches);
  }

  private writePacked({ pack }: Outlet): void {
    this.owners.write();
    this.requireLock();
    pack.add(this.key, { state: this.state, ledger: this.fresh });
    this.place = 'pack';
  }

  /** The machine may have slept, and another process taken over. */
  private requireLock(): void {
    if (!this.world.lock.isHeld()) throw new Error('another process took this session over');
  }

  private empty(): void {
    this.fresh = new Map();
    this.lines = [];
    this.held = 0;
  }

  private pass(spans: readonly SentSpan[]): void {
    const { outlet, pending, isDry } = this.world;
    if (spans.length === 0) return;
    pending?.add(this);
    if (isDry) return;
    if (outlet) outlet.take(this, spans);
    else for (const span of spans) this.hold(span);
  }

  /** Queues a span with the next commit. */
  hold(span: SentSpan): void {
    const line = JSON.stringify(sentSpan(span));
    this.lines.push({ spanId: span.spanId, line });
    this.held += line.length;
  }

  /** Ids of uncommitted spans. */
  get pending(): Iterable<string> {
    return this.fresh.keys();
  }

  get key(): string {
    return this.world.files.key;
  }

  private sentByOthers(traceId: string): ReadonlySet<string> {
    const spans = new Set<string>();
    const { folder, files, outlet, pending } = this.world;
    for (const key of new Set(this.owners.of(traceId))) {
      if (key === files.key) continue;
      for (const id of pending?.of(key) ?? []) spans.add(id);
      const exported = readExported(stateFilesOf(folder, key), this.sink, outlet?.pack);
      if (exported) for (const id of exported.ledger().keys()) spans.add(id);
    }
    return spans;
  }
}

/** The key of a turn in the state. Sub-agents of a session without turns all have the number 0, so their id is used. */
function placeOf(turn: TurnFacts): string {
  return turn.number > 0 ? String(turn.number) : turn.id;
}

function isSameSizes(a: Record<string, number>, b: Record<string, number>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
