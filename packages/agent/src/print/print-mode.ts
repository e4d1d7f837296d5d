import type { Block, JsonObject } from '@unspool/session';
import type { Chat } from '../chat/chat.js';
import type { AgentEvent, TurnFinished } from '../loop/event.js';
import { BatchedOutput } from './batched-output.js';
import { Control } from './control.js';
import { type Denial, isFailed, resultOf, StreamJson } from './stream-json.js';

export interface PrintOptions {
  chat: Chat;
  /** Undefined if prompts arrive as lines. */
  prompt: string | Block[] | undefined;
  /** Lines of stream-json input. */
  lines: AsyncIterable<string> | undefined;
  format: 'text' | 'json' | 'stream-json';
  partial: boolean;
  /** Whether to repeat prompts in the output as an acknowledgement. */
  replay: boolean;
  apiKeySource: string;
  out(text: string): void;
  err(text: string): void;
  newUuid(): string;
}

/** How long to wait for background commands after the last turn. There is no limit for agents. */
const COMMANDS_MS = 5000;

/** Runs without a terminal: stdout holds the answer, or only JSON; messages go to stderr. Returns the exit code. */
export async function runPrint(options: PrintOptions): Promise<number> {
  const output = new BatchedOutput(options.out);
  const printer = new Printer({ ...options, out: (text) => output.add(text) });
  const stop = options.chat.listen((event) => printer.take(event));
  try {
    if (options.prompt !== undefined) return await printer.answer(options.prompt);
    return await printer.follow(options.lines ?? noLines());
  } finally {
    stop();
    output.flush();
  }
}

class Printer {
  private readonly stream: StreamJson | undefined;
  private readonly control: Control;
  private denials: Denial[] = [];
  private readonly running: Promise<number>[] = [];
  private lastNotice = '';
  private lastError: string | undefined;
  /** The last turn that a notification started, and its exit code once reported. */
  private lastNotified: TurnFinished | undefined;
  private noticeCode: number | undefined;

  constructor(private readonly options: PrintOptions) {
    const { chat, format, partial, newUuid, apiKeySource } = options;
    const write = (message: JsonObject) => options.out(`${JSON.stringify(message)}\n`);
    if (format === 'stream-json') this.stream = new StreamJson({ chat, write, newUuid, partial, apiKeySource });
    this.control = new Control({
      chat,
      write,
      newUuid,
      prompt: (content) => this.start(content),
      odd: (line) => options.err(`Cannot understand this line of input: ${line.slice(0, 200)}\n`),
    });
  }

  take(event: AgentEvent): void {
    if (event.type === 'session_started') this.stream?.remember(event);
    else this.stream?.take(event);
    if (event.type === 'tool_finished' && event.notRun === 'denied') {
      const { name: tool_name, id: tool_use_id, input: tool_input } = event.call;
      this.denials.push({ tool_name, tool_use_id, tool_input });
    }
    if (event.type === 'permission_asked') this.control.ask(event.request);
    if (event.type === 'notice') {
      this.lastNotice = event.message;
      if (event.level === 'error') this.lastError = event.message;
      this.options.err(`${event.message}\n`);
    }
    if (event.type === 'api_error' && event.retry && this.options.format === 'text') {
      const { inMs, attempt, maxRetries } = event.retry;
      this.options.err(`${event.failure.message}; try ${attempt} of ${maxRetries} in ${Math.ceil(inMs / 1000)} s\n`);
    }
    if (event.type === 'notified_turn' && event.turn) this.endNotifiedTurn(event.turn);
    if (event.type === 'local_command') this.sayCommand(event.output, event.isError);
  }

  /** Answers one prompt. If notifications start more turns, the last of them is the answer. */
  async answer(prompt: string | Block[]): Promise<number> {
    const { chat, format } = this.options;
    const turn = await chat.send(prompt);
    if (format === 'stream-json') {
      const code = this.end(turn);
      await chat.settle(COMMANDS_MS);
      return this.noticeCode ?? code;
    }
    await chat.settle(COMMANDS_MS);
    return this.end(this.lastNotified ?? turn);
  }

  /** Reads lines until the input ends, then waits for running work. */
  async follow(lines: AsyncIterable<string>): Promise<number> {
    for await (const line of lines) this.control.take(line);
    const codes = await Promise.all(this.running);
    await this.options.chat.settle(COMMANDS_MS);
    return this.noticeCode ?? codes.at(-1) ?? 0;
  }

  private endNotifiedTurn(turn: TurnFinished): void {
    this.lastNotified = turn;
    if (this.stream) this.noticeCode = this.end(turn);
  }

  end(turn: TurnFinished | undefined): number {
    const { chat, format, out, err, newUuid } = this.options;
    const denials = this.denials;
    this.denials = [];
    if (!turn) return this.noTurn();
    const facts = { denials, uuid: newUuid(), why: turn.unwritten ?? this.lastError };
    this.lastError = undefined;
    if (format !== 'text') out(`${JSON.stringify(resultOf(chat, turn, facts))}\n`);
    else if (turn.failure) err(`API error: ${turn.failure.message}\n`);
    else if (turn.reason === 'max_turns') err(`Stopped after ${turn.turns} replies: reached the --max-turns limit.\n`);
    else if (turn.reason === 'max_budget') err('Stopped: reached the --max-budget-usd limit.\n');
    else if (turn.reason === 'interrupted') err('Interrupted.\n');
    else out(`${turn.text}\n`);
    return isFailed(turn) ? 1 : 0;
  }

  private start(content: string | Block[]): void {
    if (this.options.replay) {
      const message = { role: 'user', content };
      const { chat, newUuid } = this.options;
      const replayed = { type: 'user', message, session_id: chat.sessionId, uuid: newUuid(), isReplay: true };
      this.options.out(`${JSON.stringify(replayed)}\n`);
    }
    const ended = this.options.chat.send(content).then((turn) => {
      const code = this.end(turn);
      // The driving program itself interrupted the turn.
      return turn?.reason === 'interrupted' && turn.unwritten === undefined ? 0 : code;
    });
    this.running.push(ended);
  }

  /** Reports the outcome of a slash command or a blocked prompt. */
  private noTurn(): number {
    const { chat, format, out, newUuid } = this.options;
    const isError = this.commandOutput === undefined ? this.lastNotice !== '' : this.isCommandError;
    if (format !== 'text') {
      const { totals, sessionId: session_id } = chat;
      const result = this.commandOutput ?? this.lastNotice;
      const facts = { duration_ms: 0, duration_api_ms: totals.apiMs, num_turns: 0, result, session_id };
      const money = { total_cost_usd: totals.cost, usage: {}, permission_denials: [], uuid: newUuid() };
      out(`${JSON.stringify({ type: 'result', subtype: 'success', is_error: isError, ...facts, ...money })}\n`);
    }
    this.commandOutput = undefined;
    return isError ? 1 : 0;
  }

  private commandOutput: string | undefined;
  private isCommandError = false;

  private sayCommand(output: string, isError: boolean): void {
    this.commandOutput = output;
    this.isCommandError = isError;
    if (this.options.format === 'text') (isError ? this.options.err : this.options.out)(`${output}\n`);
  }
}

async function* noLines(): AsyncGenerator<string> {}
