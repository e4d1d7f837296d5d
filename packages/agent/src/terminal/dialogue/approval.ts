import { matchesKey } from '@mariozechner/pi-tui/dist/keys.js';
import { type ToolView, toolNamed } from '@unspool/session/tools';
import type { PermissionAnswer, PermissionRequest } from '../../loop/event.js';
import type { PermissionUpdate } from '../../permissions/decide.js';
import { harmless, harmlessLine } from '../screen/harmless.js';
import { fit, fold, hangingIndent, wrap } from '../screen/lines.js';
import type { Paint } from '../screen/paint.js';
import { callHead } from '../view/call-head.js';
import { changeLines } from '../view/change-lines.js';
import type { Dialogue } from './dialogue.js';
import { numberKey } from './number-key.js';

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
const MAX_DETAIL = 14;
const MAX_RULES = 3;

/**
 * Asks whether a call may run: once, from now on, or not at all. A call runs only if an option is chosen. Typed text
 * becomes the reason for a refusal. Esc denies and stops the turn.
 */
export class Approval implements Dialogue {
  private readonly view: ToolView;
  private readonly options: Option[];
  private selected = 0;
  /** Ignores keys pressed before the question was on the screen. */
  private isShown = false;

  get isBackground(): boolean {
    return this.given.request.isBackground === true;
  }

  constructor(private readonly given: ApprovalOptions) {
    this.view = toolNamed(given.request.call.name).view;
    this.options = this.view === 'plan' ? PLAN_OPTIONS : optionsFor(given.request);
  }

  /** Whether the refusal is selected: then any text, even a digit, is the reason. */
  get takesWords(): boolean {
    return this.options[this.selected]?.answer === 'words';
  }

  render(width: number, waiting: number): string[] {
    this.isShown = true;
    const { paint, request, cwd } = this.given;
    const { name, about } = callHead(request.call, cwd);
    const room = Math.max(1, width - 2);
    const who = request.agentId === undefined ? '' : paint.dim(' (from a sub-agent)');
    const title = this.view === 'plan' ? 'Start working on this plan?' : `${name} wants to run`;
    const lines = [
      ` ${paint.bold(paint.warn(title))}${who}${waiting > 0 ? paint.dim(`, ${waiting} more waiting`) : ''}`,
      ...hangingIndent(this.detail(about, room), '  ', '  '),
      ...(this.view === 'plan' ? [] : hangingIndent(wrap(paint.dim(harmlessLine(request.reason)), room), '  ', '  ')),
      ...this.options.flatMap((option, at) => this.optionLines(option, at, room)),
    ];
    const keys = this.takesWords
      ? 'Type your reason · Enter sends it · Esc denies and stops'
      : 'Enter or a number chooses · type to deny with a reason · Esc denies and stops';
    return [...lines, paint.dim(` ${keys}`)].map((line) => fit(line, width));
  }

  handleKey(data: string): boolean {
    if (matchesKey(data, 'up')) this.selected = Math.max(0, this.selected - 1);
    else if (matchesKey(data, 'down')) this.selected = Math.min(this.options.length - 1, this.selected + 1);
    else if (matchesKey(data, 'enter')) this.choose(this.selected);
    else if (!this.takesWords && numberKey(data, this.options.length) !== undefined) this.pressNumber(data);
    else return false;
    return true;
  }

  selectWords(): void {
    this.selected = this.options.findIndex(({ answer }) => answer === 'words');
  }

  answerWith(words: string): void {
    const message = words.trim();
    if (message !== '') this.given.answer({ behavior: 'deny', message });
  }

  leave(): void {
    this.given.answer({ behavior: 'deny', interrupt: true });
  }

  private pressNumber(data: string): void {
    const at = numberKey(data, this.options.length) ?? 0;
    if (this.options[at]?.answer === 'words') this.selectWords();
    else this.choose(at);
  }

  private choose(at: number): void {
    const answer = this.options[at]?.answer;
    if (!this.isShown || answer === undefined) return;
    if (answer === 'words') this.leave();
    else this.given.answer(answer);
  }

  /** Shows the whole command: users must see what they agree to. */
  private detail(about: string, room: number): string[] {
    const { paint, request } = this.given;
    const { call } = request;
    const { argument } = toolNamed(call.name);
    const more = (count: number) => paint.warn(`… ${count} more lines`);
    // The whole plan is already on the screen.
    if (this.view === 'plan') return [];
    if (this.view === 'terminal' && argument !== undefined) {
      const description = harmlessLine(String(call.input['description'] ?? ''));
      return [
        ...wrap(harmless(String(call.input[argument] ?? '')), room).map(paint.code),
        ...(description === '' ? [] : wrap(description, room).map(paint.dim)),
      ];
    }
    if (this.view === 'diff') {
      return [paint.code(about), ...changeLines(call, undefined, room, paint).slice(0, MAX_DETAIL)];
    }
    const input = harmless(JSON.stringify(call.input, null, 1));
    return fold(wrap(about === '' || argument === undefined ? input : about, room), MAX_DETAIL, more);
  }

  private optionLines({ words }: Option, at: number, room: number): string[] {
    const { paint } = this.given;
    const isSelected = at === this.selected;
    const lines = wrap(`${at + 1}. ${words}`, Math.max(1, room - 2));
    return hangingIndent(
      isSelected ? lines.map(paint.accent) : lines,
      isSelected ? paint.accent(' ❯ ') : '   ',
      '      ',
    );
  }
}

function optionsFor({ suggestions }: PermissionRequest): Option[] {
  const rules = suggestions.slice(0, MAX_RULES);
  return [
    { words: 'Yes, this once', answer: { behavior: 'allow' } },
    ...rules.map((update): Option => ({ words: ruleWords(update), answer: { behavior: 'allow', updates: [update] } })),
    { words: 'No, and say what to do instead', answer: 'words' },
  ];
}

function ruleWords(update: PermissionUpdate): string {
  if (update.type === 'setMode') return `Yes, and change the mode to ${update.mode}`;
  const what = update.type === 'addDirectories' ? `folder ${update.directories.join(', ')}` : update.rules.join(', ');
  const where = update.destination === 'session' ? 'for this session' : 'from now on';
  return harmlessLine(`Yes, and ${where} always: ${what}`);
}
