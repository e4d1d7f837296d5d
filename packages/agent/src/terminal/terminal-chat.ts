import { isKeyRelease, matchesKey } from '@mariozechner/pi-tui/dist/keys.js';
import type { Block } from '@unspool/session';
import { shortId } from '@unspool/session/show';
import type { Chat } from '../chat/chat.js';
import type { AgentEvent } from '../loop/event.js';
import type { PermissionMode } from '../permissions/decide.js';
import type { Dialogue } from './dialogue/dialogue.js';
import { Pickers } from './dialogue/pickers.js';
import { Questions } from './dialogue/questions.js';
import type { Front } from './front.js';
import { Completion } from './input/completion.js';
import { PastedImages } from './input/images.js';
import { ProjectFiles } from './input/project-files.js';
import type { PromptEditor } from './input/prompt-editor.js';
import { TurnView } from './live/turn-view.js';
import { helpText, KEYS, OWN_COMMANDS } from './own-commands.js';
import { holdForeignOutput } from './screen/foreign-output.js';
import { harmlessLine } from './screen/harmless.js';
import { fit } from './screen/lines.js';
import type { Paint } from './screen/paint.js';
import type { Screen } from './screen/screen.js';
import { type Status, statusLine } from './view/status-line.js';
import { workingLine } from './view/working-line.js';
import type { TerminalWorld } from './world.js';

const SPIN_MS = 120;
const TWICE_MS = 2000;
/** How many events of a resumed conversation are shown. */
const MAX_REPLAYED = 120;
const CYCLE: PermissionMode[] = ['default', 'acceptEdits', 'plan'];

/** A chat on a screen: passes events to the views and keys to the chat. Holds open questions and typed text. */
export class TerminalChat {
  private readonly paint: Paint;
  private readonly screen: Screen;
  private readonly view: TurnView;
  private readonly editor: PromptEditor;
  private readonly images = new PastedImages();
  private readonly questions: Questions;
  private readonly pickers: Pickers;
  private waiting: string[] = [];
  /** Whether the first session is on the screen. Later ones are shown when they are opened. */
  private isReady = false;
  private context = { tokens: 0, window: 0 };
  private workingSince = 0;
  private spin: NodeJS.Timeout | undefined;
  private pressedAt = 0;
  private escapedAt = 0;
  /** Prompts of this chat, oldest first. */
  private readonly prompts: string[] = [];
  private noteUntil = 0;
  /** True from a stop until the turn is over. */
  private isStopping = false;
  private release = () => {};
  private noteWords = '';

  constructor(
    private readonly chat: Chat,
    private readonly front: Front,
    private readonly world: TerminalWorld,
    private readonly leave: (exitCode: number) => void,
  ) {
    const { paint, screen, editor, tty } = front;
    this.paint = paint;
    this.screen = screen;
    this.editor = editor;
    this.view = new TurnView({
      paint,
      print: (lines) => screen.print(lines),
      columns: () => tty.columns,
      now: world.now,
    });
    this.questions = new Questions({
      cwd: world.cwd,
      paint,
      answer: ({ id, isBackground }, answer) => {
        chat.answer(id, answer);
        if (answer.behavior === 'deny' && answer.interrupt && !isBackground) this.interrupt();
      },
    });
    this.pickers = new Pickers({
      chat,
      paint,
      now: world.now,
      prompts: this.prompts,
      send: (prompt) => this.send(prompt),
      note: (text) => this.view.note(text),
      setText: (text) => editor.setText(text),
    });
    const files = new ProjectFiles(world.cwd, world.now);
    editor.setAutocompleteProvider(new Completion(() => [...chat.commands(), ...OWN_COMMANDS], files));
  }

  /** Takes over the screen. */
  async start(first: string): Promise<void> {
    const history = this.chat.history();
    this.chat.listen((event) => this.take(event));
    this.release = holdForeignOutput((text) => this.view.note(text));
    this.front.handOver({
      compose: (width, rows) => this.compose(width, rows),
      key: (data) => this.key(data),
      submit: (text) => this.submit(text),
    });
    await this.view.markdown.load();
    this.replay(history);
    this.isReady = true;
    for (const prompt of [first, ...this.front.early.splice(0)]) this.submit(prompt);
    this.screen.requestRender();
  }

  /** Stops all work and returns the lines to leave on the screen. */
  lastLines(): string[] {
    clearInterval(this.spin);
    this.release();
    const { sessionId, totals, model } = this.chat;
    // The demo's sessions are kept separately.
    const command = model === 'demo' ? 'unspool chat --demo' : 'unspool chat';
    const hint = totals.requests > 0 ? [`to continue: ${command} --resume ${shortId(sessionId)}`] : [];
    return ['', ...hint.map(this.paint.dim)];
  }

  private take(event: AgentEvent): void {
    if (event.type === 'turn_finished') this.isStopping = false;
    if (event.type === 'queue') this.waiting = event.waiting;
    else if (event.type === 'usage' || event.type === 'session_started')
      this.context = { tokens: event.contextTokens, window: event.contextWindow };
    this.questions.take(event);
    if (this.editor.getText() !== '') this.questions.current?.selectWords();
    this.view.take(event);
    if (event.type === 'session_started' && this.isReady) this.replay(this.chat.history());
    this.work();
    this.screen.requestRender();
  }

  /** Shows the earlier conversation. */
  private replay(history: AgentEvent[]): void {
    const shown = history.slice(-MAX_REPLAYED);
    const left = history.length - shown.length;
    if (left > 0) this.view.note(`${left} earlier parts are not shown, but the model still has them.`);
    for (const event of shown) {
      this.view.take(event);
      if (event.type === 'prompt' && typeof event.content === 'string') this.remember(event.content);
    }
  }

  private compose(width: number, rows: number): string[] {
    const { chat, paint } = this;
    const question = this.questions.current;
    const status: Status = {
      model: chat.model,
      mode: chat.permissionMode,
      cwd: this.world.cwd,
      cost: chat.totals.cost,
      hasUnknownCost: chat.totals.hasUnknownCost,
      contextTokens: this.context.tokens,
      contextWindow: this.context.window,
      note: this.isStopping ? 'stopping' : this.world.now() < this.noteUntil ? this.noteWords : undefined,
    };
    const queue = this.waiting.map((text) => fit(paint.dim(`  queued: ${harmlessLine(text)}`), width));
    const input = question
      ? [...question.render(width, this.questions.more), ...(question.takesWords ? this.editor.render(width) : [])]
      : (this.pickers.open?.render(width, rows) ?? this.editor.render(width));
    return [
      ...this.view.lines(width),
      '',
      ...this.working(width),
      ...queue,
      // Keep the cursor near the last line, since lines above it may wrap when the screen gets narrower.
      statusLine(status, width, paint),
      ...input,
    ];
  }

  private working(width: number): string[] {
    if (this.workingSince === 0 || this.questions.current) return [];
    const now = this.world.now();
    const facts = { doing: this.view.doing, ms: now - this.workingSince, frame: Math.floor(now / SPIN_MS) };
    return [fit(workingLine(facts, this.paint), width)];
  }

  /** Animates the working line while there is work. */
  private work(): void {
    if (this.chat.isWorking === this.workingSince > 0) return;
    clearInterval(this.spin);
    this.workingSince = this.chat.isWorking ? this.world.now() : 0;
    this.isStopping = false;
    if (this.chat.isWorking) this.spin = setInterval(() => this.screen.requestRender(), SPIN_MS);
    this.screen.requestRender();
  }

  private key(data: string): void {
    if (isKeyRelease(data)) return;
    if (matchesKey(data, 'ctrl+c')) this.ctrlC();
    else if (matchesKey(data, 'ctrl+z')) this.suspend();
    else if (matchesKey(data, 'ctrl+l')) this.screen.clear();
    else if (this.questions.current) this.questionKey(this.questions.current, data);
    else if (this.pickers.open) this.pickers.open.handleInput(data);
    else this.editKey(data);
  }

  /**
   * Text never chooses an option, whether typed, pasted or already in the field when the question appeared: Enter sends
   * it as the answer.
   */
  private questionKey(question: Dialogue, data: string): void {
    const { editor, front } = this;
    const isWords = () => editor.getText() !== '';
    if (isWords()) question.selectWords();
    if (matchesKey(data, 'escape')) question.leave();
    else if (isWords() || front.tty.isInsideText || !question.handleKey(data)) this.typeKey(data);
    if (isWords()) question.selectWords();
  }

  private editKey(data: string): void {
    const { chat, editor } = this;
    const isEmpty = editor.getText() === '';
    if (matchesKey(data, 'escape') && !editor.isShowingAutocomplete()) {
      if (chat.isWorking) this.interrupt();
      else this.escape(isEmpty);
    } else if (matchesKey(data, 'ctrl+r')) this.pickers.earlier();
    else if (matchesKey(data, 'ctrl+o')) this.showWhole();
    else if (matchesKey(data, 'ctrl+d') && isEmpty) this.leave(0);
    else if (matchesKey(data, 'shift+tab')) this.nextMode();
    else if (matchesKey(data, 'up') && isEmpty && this.waiting.length > 0)
      editor.setText(chat.takeBackQueue().join('\n'));
    else this.typeKey(data);
  }

  private typeKey(data: string): void {
    if (data.startsWith('\u001b[200~')) this.paste(data);
    else this.editor.handleInput(data);
  }

  private paste(data: string): void {
    const text = data.slice('\u001b[200~'.length, -'\u001b[201~'.length);
    const image = this.images.take(text, this.world);
    if (image && 'mark' in image) this.editor.insertTextAtCursor(`${image.mark} `);
    else {
      if (image) this.view.note(image.refused, 'bad');
      this.editor.handleInput(data);
    }
  }

  private submit(typed: string): void {
    const text = typed.trim();
    if (text === '') return;
    if (this.questions.current) {
      this.questions.current.answerWith(text);
      return;
    }
    this.remember(text);
    const own: { readonly [command: string]: () => void } = {
      '/exit': () => this.leave(0),
      '/quit': () => this.leave(0),
      '/keys': () => this.answer(text, KEYS),
      '/help': () => this.answer(text, helpText(this.chat.commands())),
      '/model': () => this.pickers.model(),
      '/resume': () => this.pickers.session(),
      '/rewind': () => this.pickers.rewind(),
    };
    const run = own[text] ?? (() => this.send(this.images.promptOf(text)));
    run();
  }

  private send(prompt: string | Block[]): void {
    void this.chat.send(prompt).then(() => this.work());
    this.work();
    this.screen.requestRender();
  }

  private remember(text: string): void {
    this.prompts.push(text);
    this.editor.addToHistory(text);
  }

  /** Runs a command that only works at a terminal. */
  private answer(command: string, text: string): void {
    this.view.take({ type: 'local_command', name: command.slice(1), args: '', output: text, isError: false });
    this.screen.requestRender();
  }

  /** A second Esc clears the field or, if it is empty, rewinds. */
  private escape(isEmpty: boolean): void {
    const now = this.world.now();
    const isTwice = now - this.escapedAt < TWICE_MS;
    this.escapedAt = isTwice ? 0 : now;
    if (!isTwice) this.say(isEmpty ? 'Press Esc again to rewind' : 'Press Esc again to clear the field');
    else if (isEmpty) this.pickers.rewind();
    else this.editor.setText('');
    if (isTwice) this.noteUntil = 0;
  }

  private showWhole(): void {
    if (!this.view.showWhole()) this.say('Nothing was shortened since the last prompt');
  }

  private interrupt(): void {
    this.chat.interrupt();
    this.questions.clear();
    this.isStopping = this.chat.isWorking;
  }

  private ctrlC(): void {
    const now = this.world.now();
    if (now - this.pressedAt < TWICE_MS) {
      this.leave(0);
      return;
    }
    this.pressedAt = now;
    if (this.chat.isWorking) this.interrupt();
    else if (this.editor.getText() !== '') this.editor.setText('');
    this.pickers.close();
    this.say('Press Ctrl+C again to exit');
  }

  private nextMode(): void {
    const next = CYCLE[(CYCLE.indexOf(this.chat.permissionMode) + 1) % CYCLE.length] ?? 'default';
    this.chat.setPermissionMode(next);
  }

  private say(words: string): void {
    this.noteWords = words;
    this.noteUntil = this.world.now() + TWICE_MS;
    setTimeout(() => this.screen.requestRender(), TWICE_MS + 1).unref();
  }

  private suspend(): void {
    if (process.platform === 'win32') return;
    this.front.tty.close();
    process.once('SIGCONT', () => {
      this.front.open();
      this.screen.clear();
    });
    process.kill(process.pid, 'SIGTSTP');
  }
}
