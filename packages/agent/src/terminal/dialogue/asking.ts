import { matchesKey } from '@mariozechner/pi-tui/dist/keys.js';
import { type Question, questionsIn } from '../../tools/user/ask-tool.js';
import { harmlessLine } from '../screen/harmless.js';
import { fit, hangingIndent, wrap } from '../screen/lines.js';
import type { ApprovalOptions } from './approval.js';
import type { Dialogue } from './dialogue.js';
import { numberKey } from './number-key.js';

/** Asks the model's questions one at a time: choose one, choose several, or type an answer. Esc skips them. */
export class Asking implements Dialogue {
  private readonly questions: Question[];
  private readonly answers: { [question: string]: string } = {};
  private at = 0;
  private selected = 0;
  private readonly chosen = new Set<number>();
  /** Ignores keys pressed before the question was on the screen. */
  private isShown = false;

  constructor(private readonly given: ApprovalOptions) {
    this.questions = questionsIn(given.request.call.input);
  }

  get isBackground(): boolean {
    return this.given.request.isBackground === true;
  }

  get takesWords(): boolean {
    return this.selected === this.current.options.length;
  }

  render(width: number): string[] {
    this.isShown = true;
    const { paint } = this.given;
    const room = Math.max(1, width - 2);
    const count = this.questions.length > 1 ? paint.dim(` (${this.at + 1} of ${this.questions.length})`) : '';
    const { question, header, multiSelect } = this.current;
    const lines = [
      ` ${paint.bold(paint.accent(harmlessLine(header) || 'Question'))}${count}`,
      ...hangingIndent(wrap(paint.bold(harmlessLine(question)), room), '  ', '  '),
      ...this.labels().flatMap((label, at) => this.optionLines(label, at, room)),
    ];
    const choose = multiSelect ? 'Space selects · Enter continues' : 'Enter or a number chooses';
    const keys = `${this.takesWords ? 'Type your answer · Enter sends it' : choose} · Esc skips the question`;
    return [...lines, paint.dim(` ${keys}`)].map((line) => fit(line, width));
  }

  handleKey(data: string): boolean {
    const last = this.labels().length - 1;
    const number = this.takesWords ? undefined : numberKey(data, this.labels().length);
    if (matchesKey(data, 'up')) this.selected = Math.max(0, this.selected - 1);
    else if (matchesKey(data, 'down')) this.selected = Math.min(last, this.selected + 1);
    else if (data === ' ' && this.current.multiSelect && !this.takesWords) this.mark(this.selected);
    else if (matchesKey(data, 'enter')) this.enter();
    else if (number !== undefined) this.take(number);
    else return false;
    return true;
  }

  selectWords(): void {
    this.selected = this.current.options.length;
  }

  answerWith(words: string): void {
    if (words.trim() === '') return;
    const marked = [...this.chosen].map((at) => this.current.options[at]?.label ?? '');
    this.answer([...marked, words.trim()].join(', '));
  }

  leave(): void {
    this.given.answer({ behavior: 'deny', interrupt: true });
  }

  private get current(): Question {
    return this.questions[this.at] ?? { question: '', header: '', options: [], multiSelect: false };
  }

  private labels(): { label: string; description: string }[] {
    return [...this.current.options, { label: 'Something else', description: '' }];
  }

  private take(at: number): void {
    this.selected = at;
    if (this.takesWords || !this.isShown) return;
    if (this.current.multiSelect) this.mark(at);
    else this.answer(this.current.options[at]?.label ?? '');
  }

  private mark(at: number): void {
    if (!this.chosen.delete(at)) this.chosen.add(at);
  }

  private enter(): void {
    if (!this.isShown) return;
    if (!this.current.multiSelect || this.takesWords) {
      this.take(this.selected);
      return;
    }
    const chosen = this.chosen.size > 0 ? [...this.chosen].sort((a, b) => a - b) : [this.selected];
    this.answer(chosen.map((at) => this.current.options[at]?.label ?? '').join(', '));
  }

  private answer(words: string): void {
    this.answers[this.current.question] = words;
    this.at++;
    this.selected = 0;
    this.chosen.clear();
    this.isShown = false;
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
    return [
      ...hangingIndent(isSelected ? lines.map(paint.accent) : lines, first, '      '),
      ...hangingIndent(about, '      ', '      '),
    ];
  }
}
