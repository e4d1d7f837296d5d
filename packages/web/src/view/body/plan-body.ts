import { LIMITS } from '../limits.js';
import { cutText } from '../texts.js';
import type { ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';
import { textField } from './field.js';

/** A plan, and whether the user approved it. */
export function planBody({ content, style }: BodyParts): ToolBody | undefined {
  const { call, input, noted } = content;
  const plan = textField(input, 'plan') || textField(noted, 'plan');
  if (plan === '') return undefined;
  return {
    view: 'plan',
    plan: cutText(plan, LIMITS.words, `call=${encodeURIComponent(call.id)}&of=plan`, style),
    isApproved: call.result ? !call.result.isError : null,
  };
}
