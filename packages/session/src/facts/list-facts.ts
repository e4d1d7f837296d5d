import { hasReadableContent } from '../format/entry.js';
import { paths } from '../format/paths.js';
import type { UserEntry } from '../format/schema.js';
import { DESKTOP } from '../locate/entrypoint.js';
import { madeIn } from '../model/made-in.js';
import { embeddedReply } from '../model/node-facts.js';
import { SYNTHETIC } from '../model/reply.js';
import { type StartSign, TurnStarts } from '../model/starts.js';
import { type Title, TitleNotes } from '../model/title-notes.js';
import type { Tokens } from '../model/token-counts.js';
import { tokensIn } from '../model/tokens.js';
import { signOfWords } from '../model/turns.js';
import { hasResult, wordsKindOf, wordsOf } from '../model/words.js';
import type { Fields } from '../read/fields.js';
import type { ReplyTokens } from './reply-tokens.js';

/** What a list shows about a session: title, folder, branch, turns, tokens, times. */
export interface ListFacts {
  title: Title;
  /** The working folder, from the first line that names one. */
  cwd: string | undefined;
  /** From the last prompt that names one. */
  gitBranch: string | undefined;
  /** Client version that wrote the last prompt. */
  version: string | undefined;
  /** Whether it was started, or last continued, in Claude Desktop. */
  isOfDesktop: boolean;
  turns: number;
  /** Tokens of the session and its sub-agents, counting each reply once, and none that was copied from another session. */
  tokens: Tokens;
  /** Milliseconds of the first and the last line that has a time; NaN if none has. */
  startedAt: number;
  endedAt: number;
}

/** Collects the list facts of one file, entry by entry, in file order. */
export class ListFactsBuilder {
  private startedAt = Number.NaN;
  private endedAt = Number.NaN;
  private cwd: string | undefined;
  private gitBranch: string | undefined;
  private version: string | undefined;
  private isFirstOfDesktop: boolean | undefined;
  private isLastOfDesktop = false;
  private readonly main = new TurnStarts<null>();
  private readonly all = new TurnStarts<null>();
  private hasMain = false;
  private readonly titles = new TitleNotes();

  constructor(private readonly tokens: ReplyTokens) {}

  add(fields: Fields): void {
    const time = fields.time(paths.timestamp);
    if (!Number.isNaN(time)) {
      if (Number.isNaN(this.startedAt)) this.startedAt = time;
      this.endedAt = time;
    }
    this.cwd ??= fields.text(paths.cwd);
    if (fields.has(paths.entrypoint)) {
      this.isLastOfDesktop = fields.is(paths.entrypoint, DESKTOP);
      this.isFirstOfDesktop ??= this.isLastOfDesktop;
    }
    if (fields.is(paths.type, 'assistant')) this.addReply(fields);
    else if (fields.is(paths.type, 'user')) this.addUser(fields);
    else this.addSideLine(fields);
  }

  /** `isOwn` returns which of these uuids belong to lines of the file. Called only when a summary may be the title. */
  finish(isOwn: (uuids: readonly string[]) => ReadonlySet<string>): Omit<ListFacts, 'tokens'> {
    const thread = this.hasMain ? 'main' : 'all';
    const title = this.titles.title(thread, (summaries) => {
      const own = isOwn(summaries.map(({ leafUuid }) => leafUuid));
      return summaries.findLast(({ leafUuid }) => own.has(leafUuid))?.text;
    });
    const { cwd, gitBranch, version, startedAt, endedAt } = this;
    const isOfDesktop = this.isFirstOfDesktop === true || this.isLastOfDesktop;
    return { title, cwd, gitBranch, version, isOfDesktop, turns: this[thread].end().length, startedAt, endedAt };
  }

  private addReply(fields: Fields): void {
    if (!hasReadableContent(fields)) return;
    addReplyTokens(this.tokens, fields);
    this.see(fields.is(paths.message.model, SYNTHETIC) ? 'aside' : 'reply', fields);
  }

  private addUser(fields: Fields): void {
    if (!hasReadableContent(fields)) return;
    if (hasResult(fields)) {
      this.see('tool_result', fields);
      return;
    }
    const isSidechain = fields.isTruthy(paths.isSidechain);
    if (!isSidechain) {
      this.gitBranch = fields.text(paths.gitBranch) ?? this.gitBranch;
      this.version = fields.text(paths.version) ?? this.version;
    }
    const entry = () => fields.object() as unknown as UserEntry;
    if (!this.titles.knowsPrompt(isSidechain ? 'all' : 'main')) this.titles.addWords(entry(), isSidechain);
    this.see(signOfWords(wordsKindOf(fields)), fields, () => wordsOf(entry()).text);
  }

  private addSideLine(fields: Fields): void {
    const type = fields.text(paths.type);
    switch (type) {
      case 'custom-title':
      case 'ai-title':
      case 'summary':
        this.titles.addLine(fields.object());
        return;
      case 'queue-operation': {
        const content = fields.is(paths.operation, 'enqueue') ? fields.text(paths.content) : undefined;
        if (content === undefined) return;
        this.main.enqueue(content);
        this.all.enqueue(content);
        return;
      }
      case 'progress': {
        const reply = embeddedReply(fields);
        if (reply) addReplyTokens(this.tokens, reply);
      }
    }
  }

  private see(sign: StartSign, fields: Fields, text: () => string = noText): void {
    if (!fields.isTruthy(paths.isSidechain)) {
      this.hasMain = true;
      this.main.see(sign, null, text);
    }
    this.all.see(sign, null, text);
  }
}

/** Only the tokens of sub-agents count. */
export function addAgentLine(tokens: ReplyTokens, fields: Fields): void {
  const isReply = fields.is(paths.type, 'assistant');
  const reply = isReply ? fields : fields.is(paths.type, 'progress') ? embeddedReply(fields) : undefined;
  if (reply && hasReadableContent(reply)) addReplyTokens(tokens, reply);
}

function addReplyTokens(tokens: ReplyTokens, reply: Fields): void {
  const used = tokensIn(reply);
  if (!used) return;
  const { isCopied, sessionId } = madeIn(reply);
  const own = isCopied && sessionId !== undefined ? tokens.copiedFrom(sessionId) : tokens;
  own.add(reply.text(paths.message.id), used);
}

const noText = () => '';
