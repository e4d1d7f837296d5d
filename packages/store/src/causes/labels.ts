import { TOOL } from '@unspool/session/tools';

/** Labels of what tokens are attributed to. Tools and skills have their own names. */
export const PROMPTS = '(prompts)';
export const REPLIES = '(replies)';
export const CONTEXT = '(context read again)';
export const UNKNOWN_TOOL = '(unknown tool)';
export const UNKNOWN_TYPE = '(unknown type)';
/** Replies that only the ledger knows. */
export const NO_TRANSCRIPT = '(no transcript)';
export const SKILL = TOOL.Skill;

export function skillOf(label: string): string | undefined {
  return label.startsWith(`${SKILL} `) ? label.slice(SKILL.length + 1) : undefined;
}

/** In reports by tool, all skills are one tool. */
export function toolOf(label: string): string {
  return skillOf(label) === undefined ? label : SKILL;
}
