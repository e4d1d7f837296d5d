import { type Entry, isAssistant, isUser, modernise } from '../format/entry.js';
import { type Title, TitleNotes, type TitleState } from '../model/title-notes.js';
import type { JsonObject } from '../read/line.js';

/** The state of a `TitleCursor` as JSON, to continue later. */
export interface TitleCursorState extends TitleState {
  hasMain?: boolean;
  /** Last lines of summaries that belong to this file. */
  own?: string[];
  /** The newest lines. */
  lately?: string[];
}

/** A summary describes the line before it, a later line, or a line of another file. */
const RECENT_LINES = 1000;
const RECENT_LINES_SAVED = 8;
const SUMMARIES_KEPT = 50;

/** Finds the title of a file that is read in parts. Gives the same result as `titleOf` for the whole file. */
export class TitleCursor {
  private readonly notes: TitleNotes;
  private readonly leaves: Set<string>;
  private readonly own: Set<string>;
  /** A ring buffer. `at` is the oldest place once it is full. */
  private readonly lately: string[];
  private at = 0;
  private hasMain: boolean;

  constructor(state: TitleCursorState = {}) {
    this.notes = new TitleNotes(state);
    this.leaves = new Set(this.notes.summaries.map(({ leafUuid }) => leafUuid));
    this.own = new Set(state.own);
    this.lately = [...(state.lately ?? [])];
    this.hasMain = state.hasMain ?? false;
  }

  see(object: JsonObject): void {
    if (typeof object['uuid'] === 'string') this.noteLine(object['uuid']);
    if (!this.hasMain || !this.notes.knowsPrompt('main')) this.noteWords(modernise(object as Entry));
    if (TITLES.has(object['type'])) this.noteTitle(object);
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
      lately: [...this.lately.slice(this.at), ...this.lately.slice(0, this.at)].slice(-RECENT_LINES_SAVED),
    };
  }

  private ownSummary() {
    return this.notes.summaries.findLast(({ leafUuid }) => this.own.has(leafUuid));
  }

  private noteLine(uuid: string): void {
    if (this.leaves.size > 0 && this.leaves.has(uuid)) this.own.add(uuid);
    if (this.lately.length < RECENT_LINES) {
      this.lately.push(uuid);
      return;
    }
    this.lately[this.at] = uuid;
    this.at = (this.at + 1) % RECENT_LINES;
  }

  private noteWords(entry: Entry): void {
    if (isUser(entry)) this.notes.addWords(entry, entry.isSidechain === true);
    if ((isUser(entry) || isAssistant(entry)) && entry.isSidechain !== true) this.hasMain = true;
  }

  private noteTitle(line: JsonObject): void {
    const { notes } = this;
    const known = notes.summaries.length;
    notes.addLine(line);
    const leaf = notes.summaries.length > known ? notes.summaries.at(-1)?.leafUuid : undefined;
    if (leaf === undefined) return;
    this.leaves.add(leaf);
    if (this.lately.includes(leaf)) this.own.add(leaf);
  }
}

const TITLES: ReadonlySet<unknown> = new Set(['custom-title', 'ai-title', 'summary']);
