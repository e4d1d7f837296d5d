import { type Block, isText, isToolUse, type ToolResultBlock, type ToolUseBlock } from '@unspool/session';
import { type Asking, askModel } from './ask-model.js';
import type { Conversation } from './conversation.js';
import type { AttachmentGiven, Reply, TurnEnd, TurnFinished } from './event.js';
import type { ModelRequest } from './model-call.js';

/** What a turn needs of who runs it; the main conversation and every sub-agent give their own. */
export interface TurnHost extends Asking {
  conversation: Conversation;
  maxTurns: number;
  /** The money that may be spent is spent. */
  isSpent?(): boolean;
  /** The next request: the model, the system prompt and tools of now, and the conversation. */
  request(): ModelRequest;
  /** Runs the calls of one reply and gives their results in the order of the calls. Never throws. */
  runCalls(calls: ToolUseBlock[]): Promise<CallResults>;
  /** Told of every reply, before anything else happens with it. */
  count(reply: Reply, apiMs: number): void;
  /** Makes the conversation shorter when it is near the limit, or when the API has refused it as too long. */
  makeRoom(why: 'near_limit' | 'refused'): Promise<'nothing' | 'done' | 'failed'>;
  /** Prompts and news that came meanwhile; they join the running turn. */
  takeQueued(): Promise<Queued[]>;
  /** The end as the model sees it. Words given back are a reason to go on. */
  beforeStop(end: StopFacts): Promise<{ goOn: string } | { stop: true } | undefined>;
}

export interface StopFacts {
  /** The last words. */
  text: string;
  /** The turn goes on because its end was kept back before. */
  isKept: boolean;
}

/** What joins a running turn. */
export interface Queued {
  kind: 'prompt' | 'notification';
  content: string | Block[];
  /** What the model sees, when it is not `content`. */
  sent?: string;
  /** Of the files it names. */
  pictures?: Block[];
  attachments?: AttachmentGiven[];
  /** What hooks add to it. */
  meta?: string[];
}

export interface CallResults {
  results: ToolResultBlock[];
  /** Text that a tool has for the model behind the results. */
  meta: (string | Block[])[];
  /** Somebody stopped the turn while a tool ran or when it was asked for. */
  isInterrupted: boolean;
}

const GO_ON_AFTER_LIMIT =
  'The limit of output tokens was reached. Go on directly where you stopped, without an apology or a recap. ' +
  'Do the rest in smaller pieces.';
const GO_ON_AFTER_CUT =
  'The reply above broke off while it was sent. Go on directly where it stops, without an apology or a recap.';
export const INTERRUPTED = '[Request interrupted by user]';
export const INTERRUPTED_FOR_TOOL = '[Request interrupted by user for tool use]';
const MAX_CONTINUATIONS = 3;
/** A hook that never lets a turn end would spend money without end. */
const MAX_BLOCKED_STOPS = 8;

/** One turn: the model replies and tools run until nothing is left to do. The prompt is in the conversation already. */
export async function runTurn(host: TurnHost): Promise<TurnFinished> {
  const turn = new Turn(host);
  for (;;) {
    const end = await turn.step();
    if (end) return turn.finish(end);
  }
}

class Turn {
  private readonly startedAt: number;
  private replies = 0;
  private continuations = 0;
  private blockedStops = 0;
  private hasMadeRoom = false;
  private text = '';
  private failure: TurnFinished['failure'];

  constructor(private readonly host: TurnHost) {
    this.startedAt = host.clock.now();
  }

  /** One request and what follows from its reply. Undefined: there is more to do. */
  async step(): Promise<TurnEnd | undefined> {
    const { host } = this;
    if (host.signal.aborted) return this.interrupted(INTERRUPTED);
    if (this.replies >= host.maxTurns) return 'max_turns';
    if (host.isSpent?.()) return 'max_budget';
    await host.makeRoom('near_limit');
    if (host.signal.aborted) return this.interrupted(INTERRUPTED);
    const asked = await askModel(host.request(), host);
    if (asked.kind === 'failed') return this.failed(asked.failure);
    if (asked.reply) this.take(asked.reply, asked.apiMs);
    if (asked.kind === 'interrupted') return this.interrupted(INTERRUPTED);
    if (asked.kind === 'cut' && callsIn(asked.reply).length === 0) return this.goOn(GO_ON_AFTER_CUT, 'api_error');
    return this.follow(asked.reply);
  }

  finish(reason: TurnEnd): TurnFinished {
    const finished: TurnFinished = {
      type: 'turn_finished',
      reason,
      durationMs: this.host.clock.now() - this.startedAt,
      turns: this.replies,
      text: this.text,
      ...(this.failure && { failure: this.failure }),
    };
    this.host.tell(finished);
    return finished;
  }

  private take(reply: Reply, apiMs: number): void {
    this.replies++;
    const blocks = reply.blocks.map(({ block }) => block);
    const words = blocks.filter(isText).map((block) => block.text);
    this.text = words.length > 0 || callsIn(reply).length === 0 ? words.join('') : this.text;
    this.host.tell({ type: 'reply', reply });
    this.host.conversation.addReply(blocks);
    this.host.count(reply, apiMs);
  }

  private async follow(reply: Reply): Promise<TurnEnd | undefined> {
    const calls = callsIn(reply);
    if (calls.length > 0) return this.runCalls(calls);
    if (reply.stop_reason === 'pause_turn') return undefined;
    if (reply.stop_reason === 'max_tokens') return this.goOn(GO_ON_AFTER_LIMIT, 'max_tokens');
    if (reply.stop_reason === 'refusal') return 'refusal';
    if (reply.stop_reason === 'model_context_window_exceeded') return this.makeRoomOr('context_full');
    if (await this.takeQueued()) return undefined;
    return this.stop();
  }

  private async runCalls(calls: ToolUseBlock[]): Promise<TurnEnd | undefined> {
    const { results, meta, isInterrupted } = await this.host.runCalls(calls);
    this.host.conversation.addUser(results);
    if (isInterrupted || this.host.signal.aborted) return this.interrupted(INTERRUPTED_FOR_TOOL);
    for (const content of meta) this.say(content, 'meta');
    await this.takeQueued();
    return undefined;
  }

  private async stop(): Promise<TurnEnd | undefined> {
    const answer = await this.host.beforeStop({ text: this.text, isKept: this.blockedStops > 0 });
    if (!answer) return 'end_turn';
    if ('stop' in answer) return 'hook_stopped';
    if (++this.blockedStops > MAX_BLOCKED_STOPS) {
      const message = `A hook kept the turn from its end ${MAX_BLOCKED_STOPS} times. It ends now, without heeding the hook.`;
      this.host.tell({ type: 'notice', level: 'warning', message });
      return 'end_turn';
    }
    this.say(answer.goOn, 'meta');
    return undefined;
  }

  private async failed(failure: NonNullable<TurnFinished['failure']>): Promise<TurnEnd | undefined> {
    this.failure = failure;
    return isTooLong(failure) ? this.makeRoomOr('api_error') : 'api_error';
  }

  private async makeRoomOr(end: TurnEnd): Promise<TurnEnd | undefined> {
    if (this.hasMadeRoom) return end;
    this.hasMadeRoom = true;
    const made = await this.host.makeRoom('refused');
    if (made !== 'done') return end;
    this.failure = undefined;
    return undefined;
  }

  private goOn(words: string, end: TurnEnd): TurnEnd | undefined {
    if (++this.continuations > MAX_CONTINUATIONS) return end;
    this.say(words, 'meta');
    return undefined;
  }

  private async takeQueued(): Promise<boolean> {
    const queued = await this.host.takeQueued();
    for (const each of queued) this.join(each);
    return queued.length > 0;
  }

  private join({ content, kind, sent, pictures = [], attachments = [], meta = [] }: Queued): void {
    const { conversation, tell } = this.host;
    conversation.addPictures(pictures);
    tell({ type: 'prompt', kind, content });
    conversation.addUser(sent ?? content);
    for (const attachment of attachments) {
      tell(attachment);
      conversation.addUser(attachment.rendered.map((text) => ({ type: 'text', text })));
    }
    for (const words of meta) this.say(words, 'meta');
  }

  private interrupted(words: string): TurnEnd {
    this.say([{ type: 'text', text: words }], 'interruption');
    return 'interrupted';
  }

  private say(content: string | Block[], kind: 'meta' | 'interruption'): void {
    this.host.tell({ type: 'prompt', kind, content });
    this.host.conversation.addUser(content);
  }
}

function callsIn(reply: Reply): ToolUseBlock[] {
  return reply.blocks.map(({ block }) => block).filter(isToolUse);
}

function isTooLong({ status, message, errorType }: NonNullable<TurnFinished['failure']>): boolean {
  return (
    status === 413 || (errorType === 'invalid_request_error' && /prompt is too long|exceed context/i.test(message))
  );
}
