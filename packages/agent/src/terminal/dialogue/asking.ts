import { Input } from '@mariozechner/pi-tui/dist/components/input.js';
import { matchesKey } from '@mariozechner/pi-tui/dist/keys.js';
import { type Question, questionsIn } from '../../tools/person/ask-tool.js';
import { harmlessLine } from '../screen/harmless.js';
import { fit, hang, wrap } from '../screen/lines.js';
import type { ApprovalOptions } from './approval.js';

/** Questions of the model, one after another: choose, choose several, or say something else. Esc leaves them unanswered. */
export class Asking {
  private readonly questions: Question[];
  private readonly answers: { [question: string]: string } = {};
  private at = 0;
  private selected = 0;
  private readonly chosen = new Set<number>();
  private words: Input | undefined;

  constructor(private readonly given: ApprovalOptions) {
    this.questions = questionsIn(given.request.call.input);
  }

  get isBackground(): boolean {
    return this.given.request.isBackground === true;
  }

  render(width: number): string[] {
    const { paint } = this.given;
    const room = Math.max(1, width - 2);
    const count = this.questions.length > 1 ? paint.dim(` (${this.at + 1} of ${this.questions.length})`) : '';
    const { question, header, multiSelect } = this.current;
    const lines = [
      ` ${paint.bold(paint.accent(harmlessLine(header) || 'A question'))}${count}`,
      ...hang(wrap(paint.bold(harmlessLine(question)), room), '  ', '  '),
      ...this.labels().flatMap((label, at) => this.optionLines(label, at, room)),
    ];
    if (this.words) {
      this.words.focused = true;
      lines.push(...hang(this.words.render(Math.max(4, room)), '  ', '  '));
    }
    const choose = multiSelect ? 'Space marks, Enter goes on' : 'Enter or a number chooses';
    const keys = this.words ? 'Enter sends it, Esc goes back' : `${choose}, Esc leaves it unanswered`;
    return [...lines, paint.dim(` ${keys}`)].map((line) => fit(line, width));
  }

  handleInput(data: string): void {
    if (this.words) {
      this.words.handleInput(data);
      return;
    }
    const last = this.labels().length - 1;
    const number = /^[1-9]$/.test(data) ? Number(data) - 1 : undefined;
    if (matchesKey(data, 'up')) this.selected = Math.max(0, this.selected - 1);
    else if (matchesKey(data, 'down')) this.selected = Math.min(last, this.selected + 1);
    else if (matchesKey(data, 'escape')) this.given.answer({ behavior: 'deny', interrupt: true });
    else if (data === ' ' && this.current.multiSelect) this.mark(this.selected);
    else if (matchesKey(data, 'enter')) this.enter();
    else if (number !== undefined && number <= last) this.take(number);
  }

  private get current(): Question {
    return this.questions[this.at] ?? { question: '', header: '', options: [], multiSelect: false };
  }

  private labels(): { label: string; description: string }[] {
    return [...this.current.options, { label: 'Something else', description: '' }];
  }

  private get isOther(): boolean {
    return this.selected === this.current.options.length;
  }

  private take(at: number): void {
    this.selected = at;
    if (this.isOther) this.askForWords();
    else if (this.current.multiSelect) this.mark(at);
    else this.answer(this.current.options[at]?.label ?? '');
  }

  private mark(at: number): void {
    if (at >= this.current.options.length) this.askForWords();
    else if (!this.chosen.delete(at)) this.chosen.add(at);
  }

  private enter(): void {
    if (!this.current.multiSelect || this.isOther) {
      this.take(this.selected);
      return;
    }
    const chosen = this.chosen.size > 0 ? [...this.chosen].sort((a, b) => a - b) : [this.selected];
    this.answer(chosen.map((at) => this.current.options[at]?.label ?? '').join(', '));
  }

  private askForWords(): void {
    const words = new Input();
    words.onSubmit = (said) => {
      if (said.trim() === '') return;
      const marked = [...this.chosen].map((at) => this.current.options[at]?.label ?? '');
      this.answer([...marked, said.trim()].join(', '));
    };
    words.onEscape = () => {
      this.words = undefined;
    };
    this.words = words;
  }

  private answer(words: string): void {
    this.answers[this.current.question] = words;
    this.at++;
    this.selected = 0;
    this.chosen.clear();
    this.words = undefined;
    if (this.at < this.questions.length) return;
    const { input } = this.given.request.call;
    this.given.answer({ behavior: 'allow', updatedInput: { ...input, answers: this.answers } });
  }

  private optionLines(option: { label: string; description: string }, at: number, room: number): string[] {
    const { paint } = this.given;
    const isSelected = at === this.selected;
    const box =
      this.current.multiSelect && at < this.current.options.length ? (this.chosen.has(at) ? '[x] ' : '[ ] ') : '';
    const lines = wrap(`${at + 1}. ${box}${harmlessLine(option.label)}`, Math.max(1, room - 2));
    const about =
      option.description === '' ? [] : wrap(paint.dim(harmlessLine(option.description)), Math.max(1, room - 6));
    const first = isSelected ? paint.accent(' ❯ ') : '   ';
    return [...hang(isSelected ? lines.map(paint.accent) : lines, first, '      '), ...hang(about, '      ', '      ')];
  }
}
