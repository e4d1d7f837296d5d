import { type Entry, isUser, modernise, type OtherEntry } from '../entry/entry.js';
import { nodeOf } from '../graph/make-node.js';
import type { Node } from '../graph/node.js';
import type { JsonObject } from '../line/line.js';
import type { Tokens } from '../message/tokens.js';
import { TurnStarts } from '../turn/starts.js';
import { type Summary, type Title, TitleNotes } from '../turn/title-notes.js';
import { signOf } from '../turn/turns.js';
import { wordsOf } from '../turn/words.js';
import { Run } from './line-memory.js';
import type { PromptBytes } from './prompt-shape.js';
import { type ReplyBytes, textAt } from './reply-shape.js';

/** What a list of sessions shows of one. */
export interface ListFacts {
  title: Title;
  /** The working folder, from the first line that names one. */
  cwd: string | undefined;
  /** From the last prompt that names one. */
  gitBranch: string | undefined;
  /** Client version that wrote the last prompt. */
  version: string | undefined;
  turns: number;
  /** Of the session and its sub-agents, each reply once. */
  tokens: Tokens;
  /** Milliseconds of the first and the last line that has a time; NaN when none has. */
  startedAt: number;
  endedAt: number;
}

type OwnIds = (ids: readonly string[]) => ReadonlySet<string>;

/** Takes each reply's usage once, however many lines and files it stands on. */
export interface TakesReplies {
  add(messageId: string | undefined, tokens: Tokens): void;
}

/**
 * Gathers list facts of one file as its lines go by, in file order. It takes entries, or, from the fast scan, just
 * what kind of line it was; both ways lead to the same facts.
 */
export class ListFactsBuilder {
  startedAt = Number.NaN;
  cwd: string | undefined;
  private readonly tokens: TakesReplies;
  private readonly main = new TurnStarts<null>();
  private readonly all = new TurnStarts<null>();
  private hasMain = false;
  private gitBranch: string | undefined;
  private version: string | undefined;
  private readonly titles = new TitleNotes();
  private readonly own = new Set<string>();
  /** The newest summary's, when every line behind the file's first stretch was looked at for it. */
  private lookedFor: string | undefined;

  constructor(tokens: TakesReplies) {
    this.tokens = tokens;
  }

  /** Until these are known every line has to be read for real. */
  get knowsHead(): boolean {
    return this.cwd !== undefined && !Number.isNaN(this.startedAt);
  }

  /** Lines that only replied or gave results: of those a turn is told only what came last, and that somebody replied. */
  addRun(run: number): void {
    if (run & Run.main) this.hasMain = true;
    if (run & Run.allReply) this.all.see('reply', null, noText);
    if (run & Run.allResult) this.all.see('tool_result', null, noText);
    if (run & Run.mainReply) this.main.see('reply', null, noText);
    if (run & Run.mainResult) this.main.see('tool_result', null, noText);
  }

  addToolResult(isSidechain: boolean): void {
    if (!isSidechain) this.hasMain = true;
    this.see('tool_result', isSidechain, noText);
  }

  addReply(reply: ReplyBytes): void {
    const isSplit = reply.cache5m + reply.cache1h > 0;
    this.tokens.add(reply.messageId, {
      input: reply.input,
      output: reply.output,
      cacheRead: reply.cacheRead,
      cacheWrite5m: isSplit ? reply.cache5m : reply.cacheCreation,
      cacheWrite1h: reply.cache1h,
    });
    this.see(reply.isSynthetic ? 'aside' : 'reply', reply.isSidechain, noText);
    if (!reply.isSidechain) this.hasMain = true;
  }

  /** False when its words are needed: then it has to be read for real. */
  addPrompt(bytes: Buffer, prompt: PromptBytes): boolean {
    const { isSidechain } = prompt;
    const { titles } = this;
    if (!titles.knowsPrompt('all') || (!isSidechain && !titles.knowsPrompt('main'))) return false;
    if (this.all.mayBeQueued || (!isSidechain && this.main.mayBeQueued)) return false;
    this.addSaid(bytes, prompt);
    this.see('prompt', isSidechain, noText);
    return true;
  }

  /** What a user line says besides its words. */
  addSaid(bytes: Buffer, { isSidechain, branchAt, branchEnd, versionAt, versionEnd }: PromptBytes): void {
    if (isSidechain) return;
    this.hasMain = true;
    if (branchAt > 0) this.gitBranch = textAt(bytes, branchAt, branchEnd, this.gitBranch, 'utf8');
    if (versionAt > 0) this.version = textAt(bytes, versionAt, versionEnd, this.version, 'utf8');
  }

  addObject(object: JsonObject): void {
    const entry = modernise(object as Entry);
    const node = nodeOf(entry, NOWHERE, 0);
    if (Number.isNaN(this.startedAt)) this.startedAt = node.time;
    const line = entry as OtherEntry;
    if (this.cwd === undefined && typeof line['cwd'] === 'string') this.cwd = line['cwd'];
    this.addTokens(node);
    this.titles.addLine(line);
    const queue = node.extra?.queue;
    if (queue?.operation === 'enqueue' && queue.content !== undefined) {
      this.main.enqueue(queue.content);
      this.all.enqueue(queue.content);
      return;
    }
    if ((node.user || node.reply) && !node.isSidechain) this.hasMain = true;
    this.addWords(entry, node);
    this.see(signOf(node), node.isSidechain, () => (isUser(entry) ? wordsOf(entry).text : ''));
  }

  /**
   * A summary is mostly of the last line, or of another file: the newest is looked for in each stretch as it goes by, so
   * that the file need not be read again.
   */
  findOwn(isOwn: (id: string) => boolean, isFirst: boolean): void {
    const id = this.titles.hasTitle ? undefined : this.titles.summaries.at(-1)?.leafUuid;
    if (isFirst) this.lookedFor = id;
    else if (this.lookedFor !== id) this.lookedFor = undefined;
    if (id === undefined) return;
    if (!this.own.has(id) && isOwn(id)) this.own.add(id);
  }

  /** `ownIds` tells which uuids are of lines of the file; asked for only when a summary may be the title. */
  finish(endedAt: number, ownIds: OwnIds): Omit<ListFacts, 'tokens'> {
    const thread = this.hasMain ? 'main' : 'all';
    return {
      title: this.titles.title(thread, (summaries) => this.ownSummary(summaries, ownIds)),
      cwd: this.cwd,
      gitBranch: this.gitBranch,
      version: this.version,
      turns: this[thread].end().length,
      startedAt: this.startedAt,
      endedAt,
    };
  }

  private see(sign: Parameters<TurnStarts<null>['see']>[0], isSidechain: boolean, text: () => string): void {
    this.all.see(sign, null, text);
    if (!isSidechain) this.main.see(sign, null, text);
  }

  private addTokens(node: Node): void {
    const { reply } = node;
    const embedded = node.extra?.embedded;
    if (reply?.tokens) this.tokens.add(reply.messageId, reply.tokens);
    if (embedded?.tokens) this.tokens.add(embedded.messageId, embedded.tokens);
  }

  private addWords(entry: Entry, node: Node): void {
    if (!isUser(entry) || node.user?.words === 'tool_result') return;
    if (!node.isSidechain) {
      this.gitBranch = entry.gitBranch ?? this.gitBranch;
      this.version = entry.version ?? this.version;
    }
    this.titles.addWords(entry, node.isSidechain);
  }

  private ownSummary(summaries: readonly Summary[], ownIds: OwnIds): string | undefined {
    const newest = summaries.at(-1);
    if (newest && this.own.has(newest.leafUuid)) return newest.text;
    const others = summaries.map((summary) => summary.leafUuid).filter((id) => id !== this.lookedFor);
    if (others.length === 0) return undefined;
    const own = ownIds(others);
    return summaries.findLast((summary) => own.has(summary.leafUuid))?.text;
  }
}

const NOWHERE = { line: 0, byte: 0, length: 0, part: 0, isWhole: true, isSeen: true, isModernised: false };
const noText = () => '';
