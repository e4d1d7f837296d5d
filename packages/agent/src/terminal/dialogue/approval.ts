import { Input } from '@mariozechner/pi-tui/dist/components/input.js';
import { matchesKey } from '@mariozechner/pi-tui/dist/keys.js';
import { type ToolView, toolNamed } from '@unspool/session/tools';
import type { PermissionAnswer, PermissionRequest } from '../../loop/event.js';
import type { PermissionUpdate } from '../../permissions/decide.js';
import { harmless, harmlessLine } from '../screen/harmless.js';
import { fit, fold, hang, wrap } from '../screen/lines.js';
import type { Paint } from '../screen/paint.js';
import { callHead } from '../view/call-head.js';
import { changeLines } from '../view/change-lines.js';

interface Option {
  words: string;
  answer: PermissionAnswer | 'words';
}

export interface ApprovalOptions {
  request: PermissionRequest;
  cwd: string;
  paint: Paint;
  answer(answer: PermissionAnswer): void;
}

const withMode = (mode: 'acceptEdits' | 'default'): PermissionAnswer => ({
  behavior: 'allow',
  updates: [{ type: 'setMode', mode, destination: 'session' }],
});
const PLAN_OPTIONS: Option[] = [
  { words: 'Yes, and accept edits from now on', answer: withMode('acceptEdits') },
  { words: 'Yes, and ask before each edit', answer: withMode('default') },
  { words: 'No, and say what is missing', answer: 'words' },
];
const MOST_DETAIL = 14;
const MOST_RULES = 3;

/** Asks whether a call may run: once, from now on, or not, with a word why. Esc means no, and stops the turn. */
export class Approval {
  private readonly view: ToolView;
  private readonly options: Option[];
  private selected = 0;
  private words: Input | undefined;

  get isBackground(): boolean {
    return this.given.request.isBackground === true;
  }

  constructor(private readonly given: ApprovalOptions) {
    this.view = toolNamed(given.request.call.name).view;
    this.options = this.view === 'plan' ? PLAN_OPTIONS : optionsFor(given.request);
  }

  render(width: number, waiting: number): string[] {
    const { paint, request, cwd } = this.given;
    const { name, about } = callHead(request.call, cwd);
    const room = Math.max(1, width - 2);
    const who = request.agentId === undefined ? '' : paint.dim(' (a sub-agent asks)');
    const title = this.view === 'plan' ? 'Start with the plan above?' : `${name} wants to run`;
    const lines = [
      ` ${paint.bold(paint.warn(title))}${who}${waiting > 0 ? paint.dim(`, ${waiting} more wait`) : ''}`,
      ...hang(this.detail(about, room), '  ', '  '),
      ...(this.view === 'plan' ? [] : hang(wrap(paint.dim(harmlessLine(request.reason)), room), '  ', '  ')),
      ...this.options.flatMap((option, at) => this.optionLines(option, at, room)),
    ];
    if (this.words) {
      this.words.focused = true;
      lines.push(...hang(this.words.render(Math.max(4, room)), '  ', '  '));
    }
    const keys = this.words ? 'Enter sends it, Esc goes back' : 'Enter or a number chooses, Esc denies and stops';
    return [...lines, paint.dim(` ${keys}`)].map((line) => fit(line, width));
  }

  handleInput(data: string): void {
    if (this.words) {
      this.words.handleInput(data);
      return;
    }
    const number = /^[1-9]$/.test(data) ? Number(data) - 1 : undefined;
    if (matchesKey(data, 'up')) this.selected = Math.max(0, this.selected - 1);
    else if (matchesKey(data, 'down')) this.selected = Math.min(this.options.length - 1, this.selected + 1);
    else if (matchesKey(data, 'escape')) this.given.answer({ behavior: 'deny', interrupt: true });
    else if (matchesKey(data, 'enter')) this.choose(this.selected);
    else if (number !== undefined && number < this.options.length) this.choose(number);
  }

  private choose(at: number): void {
    this.selected = at;
    const answer = this.options[at]?.answer;
    if (answer === 'words') this.askForWords();
    else if (answer) this.given.answer(answer);
  }

  private askForWords(): void {
    const words = new Input();
    words.onSubmit = (message) =>
      this.given.answer(message.trim() === '' ? { behavior: 'deny', interrupt: true } : { behavior: 'deny', message });
    words.onEscape = () => {
      this.words = undefined;
    };
    this.words = words;
  }

  /** All of a command: what is not seen is not agreed to. */
  private detail(about: string, room: number): string[] {
    const { paint, request } = this.given;
    const { call } = request;
    const { argument } = toolNamed(call.name);
    const more = (count: number) => paint.warn(`… ${count} more lines`);
    // It stands on the screen already, all of it.
    if (this.view === 'plan') return [];
    if (this.view === 'terminal' && argument !== undefined) {
      return wrap(harmless(String(call.input[argument] ?? '')), room).map(paint.code);
    }
    if (this.view === 'diff') {
      return [paint.code(about), ...changeLines(call, undefined, room, paint).slice(0, MOST_DETAIL)];
    }
    const input = harmless(JSON.stringify(call.input, null, 1));
    return fold(wrap(about === '' || argument === undefined ? input : about, room), MOST_DETAIL, more);
  }

  private optionLines({ words }: Option, at: number, room: number): string[] {
    const { paint } = this.given;
    const isSelected = at === this.selected;
    const lines = wrap(`${at + 1}. ${words}`, Math.max(1, room - 2));
    return hang(isSelected ? lines.map(paint.accent) : lines, isSelected ? paint.accent(' ❯ ') : '   ', '      ');
  }
}

function optionsFor({ suggestions }: PermissionRequest): Option[] {
  const rules = suggestions.slice(0, MOST_RULES);
  return [
    { words: 'Yes, this once', answer: { behavior: 'allow' } },
    ...rules.map((update): Option => ({ words: ruleWords(update), answer: { behavior: 'allow', updates: [update] } })),
    { words: 'No, and say what to do instead', answer: 'words' },
  ];
}

function ruleWords(update: PermissionUpdate): string {
  if (update.type === 'setMode') return `Yes, and change the mode to ${update.mode}`;
  const what = update.type === 'addDirectories' ? `folder ${update.directories.join(', ')}` : update.rules.join(', ');
  const where = update.destination === 'session' ? 'in this session' : 'from now on';
  return harmlessLine(`Yes, and ${where} always: ${what}`);
}
