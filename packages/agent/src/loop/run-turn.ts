import { type Block, isText, isToolUse } from '@unspool/session';
import type { ToolResultBlock, ToolUseBlock } from '@unspool/session/read';
import { type Asking, askModel } from './ask-model.js';
import type { Conversation } from './conversation.js';
import type { AttachmentGiven, Reply, TurnEnd, TurnFinished } from './event.js';
import type { ModelRequest } from './model-call.js';
import { isTooLong } from './too-long.js';

/** Supplied by the main conversation or the sub-agent whose turn it is. */
export interface TurnHost extends Asking {
  conversation: Conversation;
  maxTurns: number;
  /** Whether the budget is spent. */
  isBudgetSpent?(): boolean;
  /** Builds the next request from the current model, system prompt, tools and conversation. */
  request(): ModelRequest;
  /** Runs the calls of one reply and returns their results in call order. Never throws. */
  runCalls(calls: ToolUseBlock[]): Promise<CallResults>;
  /** Called first with every reply. */
  count(reply: Reply, apiMs: number): void;
  /** Compacts the conversation when it is near the limit or the API has refused it as too long. */
  makeRoom(why: 'near_limit' | 'refused'): Promise<'nothing' | 'done' | 'failed'>;
  /** Returns prompts and notifications that arrived meanwhile, which join the running turn. */
  takeQueued(): Promise<Queued[]>;
  /** Runs Stop hooks. Returned text is a reason to continue. */
  beforeStop(end: StopFacts): Promise<{ continueWith: string } | { stop: true } | undefined>;
}

export interface StopFacts {
  /** The model's last text. */
  text: string;
  /** A hook has already kept this turn from ending. */
  isKept: boolean;
}

/** A prompt or notification that joins a running turn. */
export interface Queued {
  kind: 'prompt' | 'notification';
  content: string | Block[];
  /** Sent to the model instead of `content`. */
  sent?: string;
  /** Images that the prompt mentions. */
  pictures?: Block[];
  /** Files that it mentions, and context from hooks. */
  attachments?: AttachmentGiven[];
}

export interface CallResults {
  results: ToolResultBlock[];
  /** Text from tools that is sent after the results. */
  meta: (string | Block[])[];
  /** The turn was stopped during a call or during its permission question. */
  isInterrupted: boolean;
}

const CONTINUE_AFTER_LIMIT =
  'The output token limit was reached. Continue exactly where you stopped, without an apology or a recap. ' +
  'Do the rest in smaller pieces.';
const CONTINUE_AFTER_CUT =
  'The reply above broke off while it was being sent. Continue exactly where it stops, without an apology or a recap.';
const AFTER_REFUSAL =
  'API safeguards stopped the reply above; the rest of it was withheld, and calls in it that were not ' +
  'complete did not run. Do not write that content again, not even in other words. Continue with what can be done.';
const AFTER_SILENCE =
  'The last reply contained nothing visible to the user. Continue, and give an answer that the user can see.';
export const INTERRUPTED = '[Request interrupted by user]';
export const INTERRUPTED_FOR_TOOL = '[Request interrupted by user for tool use]';
const NOTHING_TO_COMPACT =
  'A single prompt cannot be compacted. Shorten it, mention fewer files, or enable fewer tools';
const MAX_CONTINUATIONS = 3;
/** Without a limit, a hook that never lets a turn end would spend money forever. */
const MAX_BLOCKED_STOPS = 8;

const FAILURES = {
  refusal:
    'safeguards stopped the reply again. Rephrase the prompt, start a new session, or choose another model (/model, --model)',
  max_tokens: 'the reply kept exceeding the maximum length. Ask for it in parts',
  context_full: 'the context is full. Try /compact or /clear',
};

/** Runs one turn: alternates replies and calls until nothing is left to do. Expects the prompt in the conversation. */
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
  private refusals = 0;
  private silences = 0;
  private hasMadeRoom = false;
  private hasRoomToMake = true;
  private text = '';
  private failure: TurnFinished['failure'];

  constructor(private readonly host: TurnHost) {
    this.startedAt = host.clock.now();
  }

  /** Makes one request and handles its reply. Undefined: the turn goes on. */
  async step(): Promise<TurnEnd | undefined> {
    const { host } = this;
    if (host.signal.aborted) return this.interrupted(INTERRUPTED);
    if (this.replies >= host.maxTurns) return 'max_turns';
    if (host.isBudgetSpent?.()) return 'max_budget';
    await host.makeRoom('near_limit');
    if (host.signal.aborted) return this.interrupted(INTERRUPTED);
    const asked = await askModel(host.request(), host, () => this.withoutThinking());
    if (asked.kind === 'failed') return this.failed(asked.failure);
    if (asked.reply) this.take(asked.reply, asked.apiMs);
    if (asked.kind === 'interrupted') return this.interrupted(INTERRUPTED);
    if (asked.kind === 'cut' && callsIn(asked.reply).length === 0)
      return this.askToContinue(CONTINUE_AFTER_CUT, 'api_error');
    return this.follow(asked.reply);
  }

  /** As in the client, the file records this, and a resume then sends no thinking from before this point. */
  private withoutThinking(): ModelRequest | undefined {
    const { host } = this;
    if (!host.conversation.stripThinking()) return undefined;
    host.tell({ type: 'attachment', attachment: { type: 'thinking_stripped', scope: 'all' }, rendered: [] });
    return host.request();
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
    if (reply.stop_reason === 'max_tokens') return this.askToContinue(CONTINUE_AFTER_LIMIT, 'max_tokens');
    if (reply.stop_reason === 'refusal') return this.refused();
    if (reply.stop_reason === 'model_context_window_exceeded') return this.makeRoomOr('context_full');
    if (await this.takeQueued()) return undefined;
    if (this.text.trim() === '') return this.silent();
    return this.stop();
  }

  /** As in the client, the model gets one more attempt. */
  private refused(): TurnEnd | undefined {
    if (++this.refusals > 1) return this.failWith('refusal');
    this.host.tell({
      type: 'notice',
      level: 'info',
      message: 'API safeguards stopped the reply. Trying once more.',
    });
    this.say(AFTER_REFUSAL, 'meta');
    return undefined;
  }

  private async silent(): Promise<TurnEnd | undefined> {
    if (++this.silences > 1) {
      this.host.tell({ type: 'notice', level: 'warning', message: 'The model sent an empty reply.' });
      return this.stop();
    }
    this.say(AFTER_SILENCE, 'meta');
    return undefined;
  }

  /** Ends the turn as a failure. A line in the file, never sent to the model, says why. */
  private failWith(end: keyof typeof FAILURES): TurnEnd {
    this.failure = { kind: 'other', message: FAILURES[end], isRetryable: false };
    this.host.tell({ type: 'api_error', failure: this.failure, retry: undefined });
    return end;
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
      const message = `A hook prevented the turn from ending ${MAX_BLOCKED_STOPS} times. It ends now, ignoring the hook.`;
      this.host.tell({ type: 'notice', level: 'warning', message });
      return 'end_turn';
    }
    this.say(answer.continueWith, 'meta');
    return undefined;
  }

  private async failed(failure: NonNullable<TurnFinished['failure']>): Promise<TurnEnd | undefined> {
    this.failure = failure;
    if (!isTooLong(failure)) return 'api_error';
    const end = await this.makeRoomOr('api_error');
    if (end && !this.hasRoomToMake) {
      this.failure = { ...failure, message: `${failure.message}. ${NOTHING_TO_COMPACT}` };
    }
    return end;
  }

  private async makeRoomOr(end: 'api_error' | 'context_full'): Promise<TurnEnd | undefined> {
    if (this.hasMadeRoom) return end === 'context_full' ? this.failWith(end) : end;
    this.hasMadeRoom = true;
    const made = await this.host.makeRoom('refused');
    this.hasRoomToMake = made !== 'nothing';
    if (made !== 'done') return end === 'context_full' ? this.failWith(end) : end;
    this.failure = undefined;
    return undefined;
  }

  private askToContinue(words: string, end: 'api_error' | 'max_tokens'): TurnEnd | undefined {
    if (++this.continuations > MAX_CONTINUATIONS) return end === 'max_tokens' ? this.failWith(end) : end;
    this.say(words, 'meta');
    return undefined;
  }

  private async takeQueued(): Promise<boolean> {
    const queued = await this.host.takeQueued();
    for (const each of queued) this.join(each);
    return queued.length > 0;
  }

  private join({ content, kind, sent, pictures = [], attachments = [] }: Queued): void {
    const { conversation, tell: report } = this.host;
    conversation.addPictures(pictures);
    report({ type: 'prompt', kind, content });
    conversation.addUser(sent ?? content);
    for (const attachment of attachments) {
      report(attachment);
      conversation.addUser(attachment.rendered.map((text) => ({ type: 'text', text })));
    }
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
