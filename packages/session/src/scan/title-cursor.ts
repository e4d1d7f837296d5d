import { type Entry, isAssistant, isUser, modernise } from '../entry/entry.js';
import type { JsonObject } from '../line/line.js';
import { type Title, TitleNotes, type TitleState } from '../turn/title-notes.js';

/** As JSON, with what is needed to go on. */
export interface TitleCursorState extends TitleState {
  hasMain?: boolean;
  /** Last lines of summaries that are lines of this file. */
  own?: string[];
  /** The newest lines. */
  lately?: string[];
}

/** A summary is of the line before it, or of one that comes, or of another file's. */
const LATELY = 5000;
const LATELY_KEPT = 8;
const SUMMARIES_KEPT = 50;

/** The title of a file that is read in parts: the same as `titleOf` says of the whole. */
export class TitleCursor {
  private readonly notes: TitleNotes;
  private readonly leaves: Set<string>;
  private readonly own: Set<string>;
  private readonly lately: Set<string>;
  private hasMain: boolean;

  constructor(state: TitleCursorState = {}) {
    this.notes = new TitleNotes(state);
    this.leaves = new Set(this.notes.summaries.map(({ leafUuid }) => leafUuid));
    this.own = new Set(state.own);
    this.lately = new Set(state.lately);
    this.hasMain = state.hasMain ?? false;
  }

  see(object: JsonObject): void {
    const { notes } = this;
    const entry = modernise(object as Entry);
    const line = entry as JsonObject;
    if (typeof line['uuid'] === 'string') this.note(line['uuid']);
    if (isUser(entry)) notes.addWords(entry, entry.isSidechain === true);
    if ((isUser(entry) || isAssistant(entry)) && entry.isSidechain !== true) this.hasMain = true;
    const known = notes.summaries.length;
    notes.addLine(line);
    const leaf = notes.summaries.length > known ? notes.summaries.at(-1)?.leafUuid : undefined;
    if (leaf === undefined) return;
    this.leaves.add(leaf);
    if (this.lately.has(leaf)) this.own.add(leaf);
  }

  title(): Title {
    return this.notes.title(this.hasMain ? 'main' : 'all', () => this.ownSummary()?.text);
  }

  state(): TitleCursorState {
    const own = this.ownSummary();
    const newest = this.notes.summaries.slice(-SUMMARIES_KEPT);
    const summaries = own && !newest.includes(own) ? [own, ...newest] : newest;
    return {
      ...this.notes.state(),
      summaries,
      own: own ? [own.leafUuid] : [],
      hasMain: this.hasMain,
      lately: [...this.lately].slice(-LATELY_KEPT),
    };
  }

  private ownSummary() {
    return this.notes.summaries.findLast(({ leafUuid }) => this.own.has(leafUuid));
  }

  private note(uuid: string): void {
    if (this.leaves.has(uuid)) this.own.add(uuid);
    this.lately.add(uuid);
    const [oldest] = this.lately;
    if (this.lately.size > LATELY && oldest !== undefined) this.lately.delete(oldest);
  }
}
