import { plural } from '@unspool/session/show';
import type { RewindPoint } from '../../chat/chat.js';
import type { Choice } from './picker.js';
import { ago } from './sessions.js';

/** Prompts to rewind to, newest first; the value is the number that /rewind takes. */
export function promptChoices(points: readonly RewindPoint[], now: number): Choice<number>[] {
  return points
    .map(({ text, time, files }, at) => {
      const kept = files.length > 0 ? ` · ${plural(files.length, 'file')}` : '';
      return { label: text, detail: `${ago(now - time)}${kept}`, value: at + 1 };
    })
    .reverse();
}

export const rewindChoices: Choice<string>[] = [
  { label: 'conversation and files', detail: '', value: 'both' },
  { label: 'conversation', detail: 'leaves files as they are', value: 'conversation' },
  { label: 'files', detail: 'leaves the conversation as it is', value: 'files' },
];
