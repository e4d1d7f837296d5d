import { useEffect } from 'preact/hooks';
import { lookForServer, onReturn } from './connection.js';
import type { LiveEvent } from './contract.js';
import { EventStream } from './event-stream.js';
import { type TabMessage, Tabs } from './tabs.js';

/** `missed`: events were missed, so the session on screen may have changed. */
export type AppEvent = LiveEvent | { type: 'missed'; id: string };

const listeners = new Set<(event: AppEvent) => void>();
const tab = `${Date.now()} ${Math.random()}`;
/** The pause before the stream is opened again, in case the server answers everything but the stream. */
const REOPEN_MS = 500;
let tabs: Tabs | undefined;
let session: string | null = null;
/** Events may have been missed: at first, those between the first requests and the open stream. */
let hasMissed = true;
/** Another tab has said that it leads. */
let isFollowing = false;
let leader: Leader | undefined;

/** Calls back on server events: the list changed, a session grew, the index made progress. */
export function useLive(listener: (event: AppEvent) => void): void {
  useEffect(() => {
    listeners.add(listener);
    join();
    return () => {
      listeners.delete(listener);
    };
  }, [listener]);
}

/** Sets the session on screen, whose changes arrive within a second. */
export function watchSession(id: string | null): void {
  if (id === session) return;
  session = id;
  if (leader) leader.watch(tab, id);
  else tabs?.post({ kind: 'watch', tab, session });
}

/**
 * A browser opens at most six connections to a server for all tabs together, so one tab holds the stream and passes on
 * its events. A hidden tab neither leads nor listens; when it is visible again, it is brought up to date.
 */
document.addEventListener('visibilitychange', () => (document.hidden ? leave() : join()));
addEventListener('pagehide', leave);
addEventListener('pageshow', join);
onReturn(() => {
  hasMissed = true;
  if (leader) leader.open();
  else tabs?.post({ kind: 'watch', tab, session });
});

function join(): void {
  if (tabs || listeners.size === 0 || document.hidden) return;
  tabs = new Tabs({ onLead, onMessage });
  tabs.post({ kind: 'watch', tab, session });
}

function leave(): void {
  if (!tabs) return;
  hasMissed = true;
  isFollowing = false;
  leader?.close();
  leader = undefined;
  tabs.post({ kind: 'leave', tab });
  tabs.leave();
  tabs = undefined;
}

function onLead(): void {
  // Events were missed between the previous leader and this one.
  if (isFollowing) hasMissed = true;
  isFollowing = false;
  leader = new Leader((message) => tabs?.post(message));
  leader.watch(tab, session);
  tabs?.post({ kind: 'lead' });
}

function onMessage(message: TabMessage): void {
  if (message.kind === 'watch') leader?.watch(message.tab, message.session);
  if (message.kind === 'leave') leader?.forget(message.tab);
  if (leader) return;
  if (message.kind === 'lead') tabs?.post({ kind: 'watch', tab, session });
  if (message.kind === 'event') notify(message.event);
  if (message.kind === 'lost') {
    hasMissed = true;
    void lookForServer();
  }
  if (message.kind !== 'here' || (message.tab !== null && message.tab !== tab)) return;
  isFollowing = true;
  if (message.tab === null || hasMissed) catchUp();
}

function catchUp(): void {
  hasMissed = false;
  notify({ type: 'list' });
  if (session !== null) notify({ type: 'missed', id: session });
}

function notify(event: AppEvent): void {
  for (const listener of [...listeners]) listener(event);
}

/** Holds the stream for all tabs. */
class Leader {
  readonly #post: (message: TabMessage) => void;
  readonly #watched = new Map<string, string | null>();
  readonly #unanswered = new Set<string>();
  #stream: EventStream | undefined;
  #isClosed = false;
  /** Events may have been missed since another tab led or the stream broke. */
  #wasLost = true;

  constructor(post: (message: TabMessage) => void) {
    this.#post = post;
  }

  watch(who: string, id: string | null): void {
    this.#watched.set(who, id);
    if (who !== tab) this.#unanswered.add(who);
    if (!this.#stream || (id !== null && !this.#stream.sessions.has(id))) this.open();
    else if (this.#stream.isOpen) this.#answer();
  }

  forget(who: string): void {
    this.#watched.delete(who);
  }

  /** The previous stream is closed once this one is open, so that nothing is missed between them. */
  open(): void {
    if (this.#isClosed) return;
    const before = this.#stream;
    if (!before?.isOpen) before?.close();
    const stream = new EventStream(new Set([...this.#watched.values()].filter((id) => id !== null)), {
      onOpen: () => {
        before?.close();
        if (hasMissed) catchUp();
        this.#answer();
      },
      onEvent: (event) => {
        this.#post({ kind: 'event', event });
        notify(event);
      },
      onLost: () => this.#lose(stream),
    });
    this.#stream = stream;
  }

  close(): void {
    this.#isClosed = true;
    this.#stream?.close();
  }

  #answer(): void {
    if (this.#wasLost) this.#post({ kind: 'here', tab: null });
    else for (const who of this.#unanswered) this.#post({ kind: 'here', tab: who });
    this.#wasLost = false;
    this.#unanswered.clear();
  }

  #lose(stream: EventStream): void {
    if (stream !== this.#stream) return;
    this.#stream = undefined;
    this.#wasLost = true;
    hasMissed = true;
    this.#post({ kind: 'lost' });
    void lookForServer().then(() => setTimeout(() => this.#stream ?? this.open(), REOPEN_MS));
  }
}
