import { isObject } from '@unspool/session/read';
import { LIMITS } from '../limits.js';
import { maskedLine } from '../texts.js';
import type { AskedQuestion, ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';
import { textField } from './field.js';

const MAX = 20;

/** Questions to the user: the options and what was chosen. */
export function questionBody({ content, output, style }: BodyParts): ToolBody | undefined {
  const { input, noted } = content;
  // Client 2.0 also asked one question without options.
  const older = textField(input, 'question') === '' ? [] : [input];
  const asked = (Array.isArray(input['questions']) ? input['questions'] : older).slice(0, MAX).filter(isObject);
  if (asked.length === 0) return undefined;
  const answers = isObject(noted['answers']) ? noted['answers'] : answersIn(output);
  const shown = (text: string) => maskedLine(text.slice(0, LIMITS.note), style);
  return {
    view: 'question',
    questions: asked.map((each): AskedQuestion => {
      const question = textField(each, 'question');
      const options = Array.isArray(each['options']) ? each['options'].slice(0, MAX).filter(isObject) : [];
      const answer = textField(answers, question);
      const labels = options.map((option) => textField(option, 'label'));
      const chosen = labels.includes(answer) ? [answer] : answer.split(', ');
      const own = chosen.filter((label) => !labels.includes(label)).join(', ');
      return {
        question: shown(question),
        options: options.map((option, at) => ({
          label: shown(labels[at] ?? ''),
          description: shown(textField(option, 'description')),
          isChosen: chosen.includes(labels[at] ?? ''),
        })),
        answer: own === '' ? null : shown(own),
      };
    }),
  };
}

/** Older clients wrote the answers only into the result: `"Which?"="A"`. */
function answersIn(output: string): { [question: string]: string } {
  return Object.fromEntries(
    [...output.matchAll(/"([^"]*)"="([^"]*)"/g)].map(([, question = '', answer = '']) => [question, answer]),
  );
}
