import { isUser, wordsOf } from '@unspool/session';
import { readRange } from '@unspool/session/read';
import { relativePath } from '@unspool/session/show';
import { Prices, parsePrices, type Sum } from '@unspool/store';
import { notFound } from '../failure.js';
import { compactedAt } from '../view/compacted.js';
import { FileHistory } from '../view/files/file-diff.js';
import { callsOfSession, type SessionCall } from '../view/files/session-calls.js';
import { writtenFiles } from '../view/files/written-files.js';
import { fileChanges } from '../view/files.js';
import { LIMITS } from '../view/limits.js';
import { addressOfLine, isReadTo, lineAt } from '../view/line-address.js';
import { type Media, mediaOf } from '../view/media.js';
import { dollarsOf } from '../view/money.js';
import { outlineOf, turnOutlines } from '../view/outline.js';
import type { AgentHead, RawLine, TurnsPage } from '../view/routes.js';
import { cutText, maskedLine, type TextStyle } from '../view/texts.js';
import { spansOf, timelineOf } from '../view/timeline.js';
import { toolDetail } from '../view/tool-detail.js';
import { preambleItems, turnView } from '../view/turn-items.js';
import type {
  Compacted,
  CutText,
  FileChange,
  FileDiff,
  SessionOutline,
  SessionRow,
  Timeline,
  ToolDetail,
  TurnSpans,
  WrittenFile,
} from '../view/view.js';
import { type WholeTextRequest, wholeText } from '../view/whole-text.js';
import { mediaBlocks, readCall } from './call.js';
import type { Conversation } from './conversation.js';
import { type Billing, costOfReplies } from './cost.js';
import { Library } from './library.js';
import { oddLineAt } from './odd-line.js';
import type { OpenedSession } from './opened-session.js';
import type { Target } from './target.js';
import { lastNeeded, numbersIn, type TurnWindow } from './turn-window.js';

export interface MediaRequest {
  line: string | undefined;
  call: string | undefined;
  at: number;
}

/** Answers all requests about single sessions. */
export class Reader {
  private readonly library = new Library();
  private readonly prices: Prices;

  constructor(ownPrices: string | undefined) {
    this.prices = ownPrices === undefined ? new Prices() : new Prices(parsePrices(ownPrices));
  }

  /** `row`: the row of the session in the list. */
  async outline(target: Target, row: SessionRow): Promise<SessionOutline> {
    const conversation = await this.whole(target);
    const session =
      target.agentId === null
        ? this.counted(row, conversation, target)
        : agentRow(await this.agentHead(target), row, this.costOf(conversation, target));
    const outline = await outlineOf(conversation, this.billing(target), styleOf(conversation, target));
    return { session, ...outline, ...(target.isCopy && { resumes: ONLY_ARCHIVED }) };
  }

  async changes(target: Target): Promise<{ files: FileChange[] }> {
    const conversation = await this.whole(target);
    return { files: await fileChanges(conversation, styleOf(conversation, target)) };
  }

  async files(target: Target): Promise<{ files: WrittenFile[] }> {
    const { conversation, calls } = await this.calls(target);
    return { files: await writtenFiles(calls, conversation.measured.cwd, styleOf(conversation, target)) };
  }

  async diff(target: Target, path: string): Promise<FileDiff> {
    const { conversation, calls } = await this.calls(target);
    const { cwd } = conversation.measured;
    const style = styleOf(conversation, target);
    const history = new FileHistory();
    await history.add(calls.filter(({ call }) => maskedLine(relativePath(call.file ?? '', cwd), style) === path));
    const diff = history.diff(path, style);
    if (!diff) throw notFound('This session did not write this file.');
    return diff;
  }

  /** Over several sessions. Only one at a time is read. `files`: what the session calls the file. */
  async projectDiff(parts: readonly { target: Target; files: string[] }[], path: string): Promise<FileDiff> {
    const history = new FileHistory();
    const writes: { session: number; turn: number }[] = [];
    for (const [session, { target, files }] of parts.entries()) {
      const { calls } = await this.calls(target);
      const own = calls.filter(({ call }) => files.includes(call.file ?? ''));
      await history.add(own, ({ turn }) => writes.push({ session, turn }) - 1);
    }
    const diff = history.diff(path, { path: '', isRevealed: false });
    if (!diff) throw notFound('No session of this project wrote this file.');
    return { ...diff, writes };
  }

  async compacted(target: Target, byte: number): Promise<Compacted> {
    const conversation = await this.whole(target);
    const compacted = compactedAt(conversation, byte, styleOf(conversation, target));
    if (!compacted) throw notFound('There is no summary of a compaction there.');
    return compacted;
  }

  async timeline(target: Target): Promise<Timeline> {
    return timelineOf(await this.whole(target));
  }

  async spans(target: Target, number: number | undefined): Promise<TurnSpans> {
    const conversation = await this.whole(target);
    const { turns } = conversation.turns;
    const asked = number === undefined ? turns : turns.filter((turn) => turn.number === number);
    return spansOf(conversation, asked, { billing: this.billing(target), style: styleOf(conversation, target) });
  }

  private async calls(target: Target): Promise<{ conversation: Conversation; calls: SessionCall[] }> {
    const conversation = await this.whole(target);
    const session = this.session(target);
    return { conversation, calls: await callsOfSession(conversation, (agentId) => session.agent(agentId)) };
  }

  async turns(target: Target, window: TurnWindow): Promise<TurnsPage> {
    const conversation = await this.enough(target, window);
    const style = styleOf(conversation, target);
    const { turns } = conversation.turns;
    const numbers = numbersIn(window, turns.length);
    const heads = turnOutlines(conversation, this.billing(target));
    const shown = numbers.flatMap((number) => turns[number - 1] ?? []);
    return {
      turns: shown.map((turn) => turnView(conversation, turn, style)),
      outlines: numbers.flatMap((number) => heads[number - 1] ?? []),
      total: conversation.isWhole ? turns.length : null,
      revision: conversation.revision,
      preamble: window.numbers === undefined && window.from === 1 ? preambleItems(conversation, style) : [],
    };
  }

  async call(target: Target, callId: string): Promise<ToolDetail> {
    const conversation = await this.withCall(target, callId);
    const call = conversation.turns.pairing.calls.get(callId);
    if (!call) throw notFound('There is no such call in this session.');
    return toolDetail(conversation, call, styleOf(conversation, target));
  }

  async text(target: Target, request: WholeTextRequest): Promise<CutText> {
    const conversation =
      request.call === undefined
        ? await this.withLine(target, request.line ?? '')
        : await this.withCall(target, request.call);
    const text = wholeText(conversation, request, styleOf(conversation, target));
    if (!text) throw notFound('There is no such text in this session.');
    return text;
  }

  /** The turn that a line belongs to; 0 before the first one. */
  async turnAt(target: Target, byte: number): Promise<{ turn: number }> {
    const { turns } = (await this.whole(target)).turns;
    const isIn = ({ nodes }: (typeof turns)[number]) => nodes.some(({ place }) => place.byte === byte);
    const before = turns.findLast(({ start }) => start.place.byte <= byte);
    return { turn: (turns.find(isIn) ?? before)?.number ?? 0 };
  }

  async raw(target: Target, byte: number): Promise<RawLine> {
    const conversation = await this.whole(target);
    const node = conversation.session.nodes.find(({ place }) => place.byte === byte);
    if (!node) return this.oddLine(target, conversation, byte);
    const { line, length } = node.place;
    const text = new TextDecoder().decode(readRange(conversation.file, byte, length));
    const cut = cutText(text.trimEnd(), LIMITS.raw, `${addressOfLine(node)}&of=raw`, styleOf(conversation, target));
    return { line, byte, length, text: cut };
  }

  private oddLine(target: Target, conversation: Conversation, byte: number): RawLine {
    const odd = oddLineAt(conversation, byte);
    if (!odd) throw notFound('No line begins there.');
    const text = cutText(odd.text.trimEnd(), LIMITS.raw, `line=${byte}&of=raw`, styleOf(conversation, target));
    return { ...odd, text };
  }

  async media(target: Target, { line = '', call, at }: MediaRequest): Promise<Media> {
    const conversation = call === undefined ? await this.withLine(target, line) : await this.withCall(target, call);
    const media = call === undefined ? mediaOfLine(conversation, line, at) : mediaOfCall(conversation, call, at);
    if (!media) throw notFound('There is no such picture in this session.');
    return media;
  }

  async agentHead(target: Target): Promise<AgentHead> {
    const head = await this.session(target).agentHead(target.agentId ?? '');
    if (!head) throw notFound('This session has no such sub-agent.');
    return head;
  }

  /** Counts what the index does not know about a session because it is a colleague's. */
  private counted(row: SessionRow, conversation: Conversation, target: Target): SessionRow {
    if (row.person === undefined) return row;
    const { isPending: _, ...known } = row;
    const sum = this.costOf(conversation, target);
    const money = { cost: dollarsOf(sum), unknownPrices: [...sum.unpriced.keys()] };
    return { ...known, ...money, tokens: sum.tokens, turns: conversation.turns.turns.length };
  }

  private costOf({ turns }: Conversation, target: Target): Sum {
    return costOfReplies(
      turns.turns.flatMap(({ replies }) => replies),
      this.billing(target),
      new Set(),
    );
  }

  private billing({ special }: Target): Billing {
    return { prices: this.prices, special: new Map(special.map((reply) => [reply.key, reply])) };
  }

  private session({ id, file }: Target): OpenedSession {
    return this.library.open(id, file);
  }

  private async whole(target: Target): Promise<Conversation> {
    const session = this.session(target);
    if (target.agentId === null) return session.whole();
    const agent = await session.agent(target.agentId);
    if (!agent) throw notFound('This session has no such sub-agent.');
    return agent;
  }

  /** For its first turns, the beginning of a huge session is enough. The last of them may be incomplete. */
  private async enough(target: Target, window: TurnWindow): Promise<Conversation> {
    const last = lastNeeded(window);
    return this.whenBegun(target, ({ turns }) => last !== undefined && turns.turns.length > last);
  }

  private withLine(target: Target, line: string): Promise<Conversation> {
    return this.whenBegun(target, ({ session }) => isReadTo(session, line));
  }

  private withCall(target: Target, callId: string): Promise<Conversation> {
    return this.whenBegun(target, ({ turns }) => turns.pairing.calls.get(callId)?.result !== undefined);
  }

  private async whenBegun(target: Target, isEnough: (begun: Conversation) => boolean): Promise<Conversation> {
    if (target.agentId !== null) return this.whole(target);
    return this.session(target).begun(isEnough) ?? this.whole(target);
  }
}

const ONLY_ARCHIVED = {
  will: false,
  isWhole: false,
  text: 'does not resume',
  reasons: ['It is only in the archive. Restore it to resume it.'],
};

/** A sub-agent's page has a head like a session's. */
function agentRow(head: AgentHead, row: SessionRow, sum: Sum): SessionRow {
  const { agentId, agentType, description, turns, tokens, startedAt, endedAt: lastAt } = head;
  const title = [agentType, description].filter(Boolean).join(': ') || agentId;
  const money = { cost: dollarsOf(sum), unknownPrices: [...sum.unpriced.keys()] };
  return { ...row, title, turns, tokens, startedAt, lastAt, ...money, agents: 0, deletesInDays: null };
}

function styleOf({ path }: Conversation, { isRevealed }: Target): TextStyle {
  return { path, isRevealed };
}

function mediaOfLine({ session }: Conversation, line: string, at: number): Media | undefined {
  const node = lineAt(session, line);
  const entry = node && session.read(node);
  return entry && isUser(entry) ? mediaOf(wordsOf(entry).media[at]) : undefined;
}

function mediaOfCall(conversation: Conversation, callId: string, at: number): Media | undefined {
  const call = conversation.turns.pairing.calls.get(callId);
  return call && mediaOf(mediaBlocks(readCall(conversation, call).result)[at]);
}
