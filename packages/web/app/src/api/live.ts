import { useEffect } from 'preact/hooks';
import { lookForServer, onReturn } from './connection.js';
import type { LiveEvent } from './contract.js';
import { EventStream } from './event-stream.js';
import { Tabs, type Word } from './tabs.js';

/** `missed`: events were missed, so the session on screen may have changed. */
export type News = LiveEvent | { type: 'missed'; id: string };

const listeners = new Set<(event: News) => void>();
const tab = `${Date.now()} ${Math.random()}`;
/** The pause before the stream is opened again, in case the server answers everything but the stream. */
const SOON = 500;
let tabs: Tabs | undefined;
let session: string | null = null;
/** Events may have been missed: at first, those between the first requests and the open stream. */
let hasMissed = true;
/** Another tab leads and has said so. */
let isFollowing = false;
let lead: Lead | undefined;

/** Calls back on events of the server: the list changed, a session grew, the index made progress. */
export function useLive(listener: (event: News) => void): void {
  useEffect(() => {
    listeners.add(listener);
    join();
    return () => {
      listeners.delete(listener);
    };
  }, [listener]);
}

/** Names the session on screen: its changes arrive within a second. */
export function watchSession(id: string | null): void {
  if (id === session) return;
  session = id;
  if (lead) lead.watch(tab, id);
  else tabs?.say({ kind: 'watch', tab, session });
}

/**
 * A browser opens six connections to a server, for all tabs together, so one tab holds the stream and passes its events
 * on. A hidden tab neither leads nor listens; when it is visible again, it is brought up to date.
 */
document.addEventListener('visibilitychange', () => (document.hidden ? leave() : join()));
addEventListener('pagehide', leave);
addEventListener('pageshow', join);
onReturn(() => {
  hasMissed = true;
  if (lead) lead.open();
  else tabs?.say({ kind: 'watch', tab, session });
});

function join(): void {
  if (tabs || listeners.size === 0 || document.hidden) return;
  tabs = new Tabs({ onLead, onWord });
  tabs.say({ kind: 'watch', tab, session });
}

function leave(): void {
  if (!tabs) return;
  hasMissed = true;
  isFollowing = false;
  lead?.close();
  lead = undefined;
  tabs.say({ kind: 'leave', tab });
  tabs.leave();
  tabs = undefined;
}

function onLead(): void {
  // Between the previous leader and this one, events were missed.
  if (isFollowing) hasMissed = true;
  isFollowing = false;
  lead = new Lead((word) => tabs?.say(word));
  lead.watch(tab, session);
  tabs?.say({ kind: 'lead' });
}

function onWord(word: Word): void {
  if (word.kind === 'watch') lead?.watch(word.tab, word.session);
  if (word.kind === 'leave') lead?.forget(word.tab);
  if (lead) return;
  if (word.kind === 'lead') tabs?.say({ kind: 'watch', tab, session });
  if (word.kind === 'event') tell(word.event);
  if (word.kind === 'lost') {
    hasMissed = true;
    void lookForServer();
  }
  if (word.kind !== 'here' || (word.tab !== null && word.tab !== tab)) return;
  isFollowing = true;
  if (word.tab === null || hasMissed) catchUp();
}

function catchUp(): void {
  hasMissed = false;
  tell({ type: 'list' });
  if (session !== null) tell({ type: 'missed', id: session });
}

function tell(event: News): void {
  for (const listener of [...listeners]) listener(event);
}

/** Holds the stream for all tabs. */
class Lead {
  readonly #say: (word: Word) => void;
  readonly #watched = new Map<string, string | null>();
  readonly #asking = new Set<string>();
  #stream: EventStream | undefined;
  #isClosed = false;
  /** Events may have been missed since another tab led or the stream broke. */
  #wasLost = true;

  constructor(say: (word: Word) => void) {
    this.#say = say;
  }

  watch(who: string, id: string | null): void {
    this.#watched.set(who, id);
    if (who !== tab) this.#asking.add(who);
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
        this.#say({ kind: 'event', event });
        tell(event);
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
    if (this.#wasLost) this.#say({ kind: 'here', tab: null });
    else for (const who of this.#asking) this.#say({ kind: 'here', tab: who });
    this.#wasLost = false;
    this.#asking.clear();
  }

  #lose(stream: EventStream): void {
    if (stream !== this.#stream) return;
    this.#stream = undefined;
    this.#wasLost = true;
    hasMissed = true;
    this.#say({ kind: 'lost' });
    void lookForServer().then(() => setTimeout(() => this.#stream ?? this.open(), SOON));
  }
}
