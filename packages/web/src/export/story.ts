import { forEachUsage, isUser, type Turn, titleOf, totalTokens, wordsOf } from '@unspool/session';
import { wholeFamilyOf } from '@unspool/session/locate';
import { judgeResume, verdictText } from '@unspool/session/resume';
import { type Prices, type SpecialReply, withSearches } from '@unspool/store';
import { mediaBlocks, readCall } from '../read/call.js';
import type { Conversation } from '../read/conversation.js';
import type { Billing } from '../read/cost.js';
import { OpenedSession } from '../read/opened-session.js';
import { type Media, mediaOf } from '../view/media.js';
import { turnOutlines } from '../view/outline.js';
import { maskedLine, type TextStyle } from '../view/texts.js';
import { toolDetail } from '../view/tool-detail.js';
import { preambleItems, turnView } from '../view/turn-items.js';
import type { Item, ToolDetail, ToolItem, TurnOutline, TurnView, WordsItem } from '../view/view.js';

export interface StoryOptions {
  id: string;
  file: string;
  /** Only these turns; all when undefined. */
  turns: ReadonlySet<number> | undefined;
  /** Whether secrets are hidden. */
  isRedacted: boolean;
  prices: Prices;
}

export interface StoryTurn {
  head: TurnOutline;
  view: TurnView;
}

const DEEPEST = 8;

/** A whole session for exports: every text in full, one turn at a time. */
export class Story {
  private constructor(
    private readonly opened: OpenedSession,
    private readonly conversation: Conversation,
    private readonly options: StoryOptions,
    private readonly billing: Billing,
    /** 0 for the session, 1 for its sub-agents, 2 for theirs. */
    readonly depth: number,
  ) {}

  static async open(options: StoryOptions): Promise<Story> {
    const opened = new OpenedSession(options.id, options.file);
    const billing = { prices: options.prices, special: specialReplies(options.file) };
    return new Story(opened, await opened.whole(), options, billing, 0);
  }

  get title(): string {
    const { text } = titleOf(this.conversation.session);
    return text === '' ? 'Untitled session' : maskedLine(text, this.style);
  }

  get folder(): string | undefined {
    const { cwd } = this.conversation.measured;
    return cwd === undefined ? undefined : maskedLine(cwd, this.style);
  }

  /** How much of the session resumes, whichever turns are chosen. */
  get resumes(): string {
    const { session, file } = this.conversation;
    return verdictText(judgeResume(session, file));
  }

  /** Lines before the first turn; with chosen turns they are left out. */
  preamble(): Item[] {
    return this.options.turns ? [] : preambleItems(this.conversation, this.style);
  }

  get length(): number {
    return this.chosen().length;
  }

  /** The number of turns in the whole session. */
  get total(): number {
    return this.conversation.turns.turns.length;
  }

  /** The heads of the chosen turns. */
  heads(): TurnOutline[] {
    const heads = turnOutlines(this.conversation, this.billing);
    return this.chosen().flatMap(({ number }) => heads[number - 1] ?? []);
  }

  /** Tokens and cost of the whole session with its sub-agents; cost is null if no model has a price. */
  async totals(): Promise<{ tokens: number; cost: number | null }> {
    const all = [...turnOutlines(this.conversation, this.billing)];
    for (const id of await this.opened.agentIds()) {
      const agent = await this.opened.agent(id);
      if (agent) all.push(...turnOutlines(agent, this.billing));
    }
    const costs = all.flatMap(({ cost }) => cost ?? []);
    return {
      tokens: all.reduce((sum, { tokens }) => sum + totalTokens(tokens), 0),
      cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    };
  }

  *turns(): Generator<StoryTurn> {
    const heads = turnOutlines(this.conversation, this.billing);
    for (const turn of this.chosen()) {
      const head = heads[turn.number - 1];
      if (head) yield { head, view: turnView(this.conversation, turn, this.style) };
    }
  }

  detail(item: ToolItem): ToolDetail | undefined {
    const call = this.conversation.turns.pairing.calls.get(item.callId);
    return call && toolDetail(this.conversation, call, this.style);
  }

  /** A sub-agent with all of its turns. Very deep ones are left out, so that a cycle ends. */
  async agent(agentId: string): Promise<Story | undefined> {
    if (this.depth >= DEEPEST) return undefined;
    const conversation = await this.opened.agent(agentId);
    if (!conversation) return undefined;
    return new Story(this.opened, conversation, { ...this.options, turns: undefined }, this.billing, this.depth + 1);
  }

  picturesOf(item: WordsItem | ToolItem): Media[] {
    const blocks = item.type === 'words' ? this.given(item) : this.returned(item);
    return blocks.flatMap((block) => mediaOf(block) ?? []).filter((media) => media.kind === 'image');
  }

  private given({ place, media }: WordsItem) {
    if (media.length === 0) return [];
    const { session } = this.conversation;
    const node = session.nodes.find((each) => each.place.byte === place.byte);
    const entry = node && session.read(node);
    return entry && isUser(entry) ? wordsOf(entry).media : [];
  }

  private returned({ callId }: ToolItem) {
    const call = this.conversation.turns.pairing.calls.get(callId);
    return call ? mediaBlocks(readCall(this.conversation, call).result) : [];
  }

  private chosen(): Turn[] {
    const { turns } = this.conversation.turns;
    const wanted = this.options.turns;
    return wanted ? turns.filter((turn) => wanted.has(turn.number)) : turns;
  }

  private get style(): TextStyle {
    return { path: '', isRevealed: !this.options.isRedacted, isWhole: true };
  }
}

/** Replies that are not billed by their tokens alone. */
function specialReplies(file: string): Map<string, SpecialReply> {
  const special = new Map<string, SpecialReply>();
  for (const each of [file, ...wholeFamilyOf(file).agents.map((agent) => agent.file)]) {
    forEachUsage(each, ({ key, isFast, isUs, webSearches }) => {
      if (key !== undefined && (isFast || isUs || webSearches > 0))
        special.set(key, { key, isFast, isUs, webSearches });
    });
  }
  return new Map(withSearches([...special.values()]).map((each) => [each.key, each]));
}
