import { MODELS, modelNamed } from '@unspool/session/models';
import type { Chat } from '../../chat/chat.js';
import type { Paint } from '../screen/paint.js';
import { earlierPrompts } from './earlier-prompts.js';
import { Picker, type PickerOptions } from './picker.js';
import { promptChoices, rewindChoices } from './prompts.js';
import { sessionChoices } from './sessions.js';

export interface PickersOptions {
  chat: Chat;
  paint: Paint;
  now(): number;
  /** Prompts of this chat, oldest first. */
  prompts: readonly string[];
  send(prompt: string): void;
  note(text: string): void;
  /** Puts text into the prompt field. */
  setText(text: string): void;
}

/** The lists that a chat opens: sessions, prompts, models. At most one is open. */
export class Pickers {
  open: Picker<unknown> | undefined;

  constructor(private readonly options: PickersOptions) {}

  close(): void {
    this.open = undefined;
  }

  session(): void {
    const { chat, now, note, send } = this.options;
    const choices = sessionChoices(chat.file, now());
    if (choices.length === 0) note('This project has no other sessions.');
    else this.pick({ title: 'Resume a session', choices, done: (id) => id && send(`/resume ${id}`) });
  }

  /** Asks for the prompt, then what to rewind. Puts the prompt back into the field. */
  rewind(): void {
    const { chat, now, note, send, setText } = this.options;
    const points = chat.rewindPoints();
    if (points.length === 0) {
      note('There is no prompt to rewind to.');
      return;
    }
    const done = (number: number | undefined) => {
      if (number === undefined) return;
      const back = (what: string | undefined) => {
        if (what === undefined) return;
        send(`/rewind ${number} ${what}`);
        if (what !== 'files') setText(points[number - 1]?.text ?? '');
      };
      this.pick({ title: 'What to rewind', choices: rewindChoices, done: back });
    };
    this.pick({ title: 'Rewind to before this prompt', choices: promptChoices(points, now()), done });
  }

  earlier(): void {
    const { chat, note, prompts, setText } = this.options;
    const choices = earlierPrompts(chat.file, prompts);
    if (choices.length === 0) note('There is no earlier prompt.');
    else this.pick({ title: 'An earlier prompt', choices, done: (text) => text && setText(text) });
  }

  model(): void {
    const { chat, send } = this.options;
    const now = modelNamed(chat.model);
    const choices = MODELS.filter(({ isOffered }) => isOffered).map(({ id, aliases = [] }) => ({
      value: id,
      label: id,
      detail: [...aliases, ...(id === now ? ['in use'] : [])].join(' · '),
    }));
    this.pick({ title: 'Model', choices, done: (name) => name && send(`/model ${name}`) });
  }

  private pick<T>({ done, ...options }: Omit<PickerOptions<T>, 'paint'>): void {
    const close = (value: T | undefined) => {
      this.open = undefined;
      done(value);
    };
    this.open = new Picker<T>({ ...options, paint: this.options.paint, done: close }) as Picker<unknown>;
  }
}
