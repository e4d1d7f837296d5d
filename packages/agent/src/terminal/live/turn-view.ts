import { type Block, textOf } from '@unspool/session';
import type { ToolUseBlock } from '@unspool/session/read';
import { shortId } from '@unspool/session/show';
import { toolNamed } from '@unspool/session/tools';
import type { AgentEvent, ApiErrorSeen, SessionStarted, ToolFinished, TurnEnd } from '../../loop/event.js';
import { summaryOf } from '../../tools/tasks/notification.js';
import { harmless, harmlessLine } from '../screen/harmless.js';
import { fit, fold, hangingIndent, wrap } from '../screen/lines.js';
import { endsOfLongWords } from '../screen/long-words.js';
import type { Paint } from '../screen/paint.js';
import { callHead } from '../view/call-head.js';
import { MarkdownLines } from '../view/markdown.js';
import { promptWords } from '../view/prompt-words.js';
import { ReplyStream } from '../view/reply-stream.js';
import { resultLines, wholeResultLines } from '../view/result-lines.js';
import { type Todo, todoLines, todosIn } from '../view/todo-lines.js';
import { RunningAgents } from './running-agents.js';
import { RunningTools } from './running-tools.js';
import { Shortened } from './shortened.js';

export interface TurnViewOptions {
  paint: Paint;
  print(lines: string[]): void;
  columns(): number;
  now(): number;
}

const ENDS: { readonly [reason in TurnEnd]?: string } = {
  max_turns: 'Stopped: reached the --max-turns limit.',
  max_budget: 'Stopped: reached the --max-budget-usd limit.',
  interrupted: 'Interrupted. What should be done instead?',
  hook_stopped: 'A hook stopped the turn.',
};
const THOUGHT_LINES = 4;
const OUTPUT_LINES = 20;

/** Shows the conversation: prints finished parts and returns those that may still change as live lines. */
export class TurnView {
  cwd = '';
  readonly markdown: MarkdownLines;
  private readonly reply = new ReplyStream();
  private thinking = '';
  private isStreaming = false;
  private readonly tools = new RunningTools();
  private readonly agents = new RunningAgents(() => this.cwd);
  private todos: Todo[] = [];
  private retry = '';
  private readonly shortened = new Shortened();
  /** A sub-agent's usage, by the call that started it. */
  private readonly agentFacts = new Map<string, string>();

  constructor(private readonly options: TurnViewOptions) {
    this.markdown = new MarkdownLines(options.paint);
  }

  /** The activity shown in the working line, in the model's words. */
  get doing(): string | undefined {
    return this.retry || this.todos.find(({ status }) => status === 'in_progress')?.activeForm || undefined;
  }

  take(event: AgentEvent): void {
    switch (event.type) {
      case 'session_started':
        this.begin(event);
        break;
      case 'prompt':
        this.sayPrompt(event.content, event.kind, event.typed);
        break;
      case 'request_started':
        if (event.attempt > 1) this.endReply();
        break;
      case 'block_started':
        this.isStreaming = true;
        this.retry = '';
        break;
      case 'text_delta':
        this.sayText(this.reply.add(event.text));
        break;
      case 'thinking_delta':
        this.thinking += event.thinking;
        break;
      case 'block_finished':
        this.endBlock(event.block);
        break;
      case 'reply':
        this.endReply();
        break;
      case 'tool_started':
        this.tools.start(event.call, this.options.now());
        break;
      case 'tool_progress':
        this.tools.progress(event);
        break;
      case 'tool_finished':
        this.endTool(event);
        break;
      case 'permission_asked':
        this.tools.wait(event.request.call.id);
        this.sayPlan(event.request.call);
        break;
      case 'permission_answered':
        this.tools.resume(this.options.now());
        break;
      case 'agent_started':
        // The sub-agent has a line of its own.
        this.tools.finish(event.toolUseId);
        this.agents.start(event);
        break;
      case 'agent':
        this.agents.take(event.agentId, event.event);
        break;
      case 'task_finished':
        if (event.task.type === 'local_agent') this.agentFacts.delete(event.task.toolUseId);
        this.note(`◇ ${summaryOf(event.task)}`, event.task.status === 'failed' ? 'warn' : 'dim');
        break;
      case 'agent_finished': {
        const note = this.agents.finish(event);
        if (note !== undefined) this.agentFacts.set(event.toolUseId, note);
        break;
      }
      case 'turn_finished':
        this.endTurn(event.reason);
        break;
      default:
        this.takeTalk(event);
    }
  }

  /** The live lines: the part that may still change. */
  lines(width: number): string[] {
    const { paint, now } = this.options;
    const room = Math.max(1, width - 2);
    const margin = marginAt(width);
    const thought = wrap(endsOfLongWords(harmless(this.thinking)).trim(), room).slice(-THOUGHT_LINES);
    const parts = [
      this.thinking === '' ? [] : hangingIndent(thought, '  ', '  ').map((line) => paint.dim(paint.italic(line))),
      hangingIndent(
        this.markdown.render(endsOfLongWords(this.reply.rest), Math.max(1, width - margin.length)),
        margin,
        margin,
      ),
      this.tools.lines(width, now(), this.cwd, paint),
      this.agents.lines(paint),
      hangingIndent(todoLines(this.todos, paint), '  ', '  '),
    ];
    return parts.filter((part) => part.length > 0).flatMap((part) => ['', ...part]);
  }

  /** Prints in full what was shortened since the last prompt. Returns false if there is nothing. */
  showWhole(): boolean {
    const { columns } = this.options;
    const parts = this.shortened.whole(columns());
    for (const lines of parts) this.put(lines);
    return parts.length > 0;
  }

  /** A message to the user that is not part of the conversation. */
  note(text: string, style: 'dim' | 'bad' | 'warn' = 'dim'): void {
    const { paint, columns } = this.options;
    const margin = marginAt(columns());
    const lines = wrap(harmless(text).trimEnd(), columns() - margin.length);
    this.put(hangingIndent(lines.map(paint[style]), margin, margin));
  }

  private begin({ source, cwd, model, sessionId }: SessionStarted): void {
    const { paint } = this.options;
    this.cwd = cwd;
    this.forget();
    this.todos = [];
    const what = { startup: 'new session', clear: 'new session', resume: 'resumed', fork: 'resumed as a copy' }[source];
    const head = `${paint.bold(paint.accent('unspool'))} ${paint.dim(`${harmlessLine(model)} · ${what} ${shortId(sessionId)}`)}`;
    const words =
      model === 'demo'
        ? [paint.accent('This is a demo: a script plays the model. Type anything to start the tour.')]
        : [];
    this.put([head, paint.dim(harmlessLine(cwd)), ...words]);
  }

  private sayPrompt(content: string | Block[], kind: string, typed: string | undefined): void {
    const output = /^<bash-stdout>(.*?)<\/bash-stdout>/s.exec(textOf(content))?.[1];
    if (output !== undefined) {
      this.sayOutput(output);
      return;
    }
    const words = kind === 'prompt' || kind === 'command' ? promptWords(content, typed) : undefined;
    if (words === undefined) return;
    this.shortened.clear();
    this.say(words);
  }

  /** Prints the user's prompt or command. */
  private say(words: string): void {
    const { paint, columns } = this.options;
    const lines = wrap(harmless(words), Math.max(1, columns() - 2)).map(paint.bold);
    this.put(
      hangingIndent(
        fold(lines, 30, (more) => paint.dim(`… ${more} more lines`)),
        paint.accent('❯ '),
        '  ',
      ),
    );
  }

  /** Prints the output of the user's own command. */
  private sayOutput(text: string): void {
    const { paint, columns } = this.options;
    const lines = (width: number) =>
      hangingIndent(wrap(harmless(text).trimEnd(), Math.max(1, width - 4)).map(paint.dim), '  └ ', '    ');
    const whole = text.trim() === '' ? [paint.dim('  └ (no output)')] : lines(columns());
    const shown = fold(whole, OUTPUT_LINES, (more) => paint.dim(`    … ${more} more lines (Ctrl+O shows them)`));
    this.put(shown);
    this.shortened.add(shown.length, lines);
  }

  private sayText(text: string | undefined): void {
    if (text === undefined) return;
    const columns = this.options.columns();
    const margin = marginAt(columns);
    const lines = this.markdown.render(text, Math.max(1, columns - margin.length));
    if (lines.length > 0) this.put(hangingIndent(lines, margin, margin));
  }

  private sayThought(text: string): void {
    const { paint, columns } = this.options;
    const lines = wrap(harmless(text).trim(), Math.max(1, columns() - 4));
    const folded = fold(lines, THOUGHT_LINES, (more) => `… ${more} more lines of thought`);
    if (text.trim() === '') return;
    const drawn = (shown: string[]) => hangingIndent(shown, '✻ ', '  ').map((line) => paint.dim(paint.italic(line)));
    this.put(drawn(folded));
    this.shortened.add(folded.length, (width) => drawn(wrap(harmless(text).trim(), Math.max(1, width - 4))));
  }

  private endBlock(block: Block): void {
    const fields = block as { text?: unknown; thinking?: unknown; name?: unknown };
    // Blocks of a resumed conversation arrive whole.
    if (block.type === 'text') this.sayText(this.isStreaming ? this.reply.end() : String(fields.text ?? ''));
    else if (block.type === 'thinking') {
      this.sayThought(this.isStreaming ? this.thinking : String(fields.thinking ?? ''));
      this.thinking = '';
    } else if (block.type === 'server_tool_use') this.note(`● ${String(fields.name ?? '')}`);
    this.isStreaming = false;
  }

  /** Also ends a reply that broke off. The part that arrived stays. */
  private endReply(): void {
    this.sayThought(this.thinking);
    this.sayText(this.reply.end());
    this.thinking = '';
    this.isStreaming = false;
  }

  private endTool({ call, result, notRun }: ToolFinished): void {
    this.tools.finish(call.id);
    if (toolNamed(call.name).view === 'checklist' && !result.isError) this.setTodos(todosIn(call.input));
    else this.sayTool({ call, result, notRun });
  }

  private sayTool({
    call,
    result,
    notRun,
  }: Pick<ToolFinished, 'call' | 'result'> & { notRun: string | undefined }): void {
    const { paint, columns } = this.options;
    const { name, about } = callHead(call, this.cwd);
    const mark = result.isError || notRun ? paint.bad('●') : paint.good('●');
    const head = `${mark} ${paint.bold(name)}${about ? `(${about})` : ''}`;
    const facts = this.agentFacts.get(call.id);
    this.agentFacts.delete(call.id);
    const lines = [
      ...(facts === undefined ? [] : [paint.dim(facts)]),
      ...(notRun === 'rejected' || notRun === 'interrupted'
        ? [paint.bad(notRun === 'rejected' ? 'not allowed' : 'did not run')]
        : resultLines(call, result, columns() - 4, paint)),
    ];
    this.put([fit(head, columns()), ...hangingIndent(lines, paint.dim('  └ '), '    ')]);
    if (notRun) return;
    const whole = (width: number) => [
      fit(head, width),
      ...hangingIndent(wholeResultLines(result, width - 4, paint), paint.dim('  └ '), '    '),
    ];
    this.shortened.add(lines.length + 1, whole);
  }

  private setTodos(todos: Todo[]): void {
    const isDone = todos.every(({ status }) => status === 'completed');
    if (isDone && todos.length > 0) this.put(hangingIndent(todoLines(todos, this.options.paint), '  ', '  '));
    this.todos = isDone ? [] : todos;
  }

  private endTurn(reason: TurnEnd): void {
    this.endReply();
    this.forget();
    const note = ENDS[reason];
    if (note !== undefined) this.note(note, 'warn');
  }

  private takeTalk(event: AgentEvent): void {
    if (event.type === 'notice')
      this.note(event.message, event.level === 'info' ? 'dim' : event.level === 'error' ? 'bad' : 'warn');
    else if (event.type === 'local_command') {
      this.say(`/${event.name} ${event.args}`.trim());
      this.note(event.output, event.isError ? 'bad' : 'dim');
    } else if (event.type === 'api_error') this.sayFailure(event);
    else if (event.type === 'compaction_started') this.retry = 'Summarising the conversation';
    else if (event.type === 'compaction') {
      this.retry = '';
      this.note(`Summarised the conversation: ${event.preTokens} tokens are now about ${event.postTokens}.`);
    } else if (event.type === 'hook' && event.state === 'finished' && event.exitCode) {
      this.note(`Hook ${event.hookName}: ${event.stderr || `exit code ${event.exitCode}`}`, 'warn');
    }
  }

  /** Prints the whole plan, which the user must see before answering. */
  private sayPlan({ name, input }: ToolUseBlock): void {
    if (toolNamed(name).view === 'plan') this.sayText(String(input['plan'] ?? ''));
  }

  private sayFailure({ failure, retry }: ApiErrorSeen): void {
    this.endReply();
    if (!retry) {
      this.note(`API error: ${failure.message}`, 'bad');
      return;
    }
    const { attempt, maxRetries, inMs } = retry;
    this.note(`${failure.message}; try ${attempt} of ${maxRetries} in ${Math.ceil(inMs / 1000)} s`, 'warn');
    this.retry = `Waiting to retry (attempt ${attempt} of ${maxRetries})`;
  }

  private forget(): void {
    this.tools.clear();
    this.agents.clear();
    this.retry = '';
    this.thinking = '';
    this.reply.end();
  }

  private put(lines: string[]): void {
    this.options.print(['', ...lines]);
  }
}

/** The margin; none on a very narrow screen. */
function marginAt(columns: number): string {
  return columns < 8 ? '' : '  ';
}
