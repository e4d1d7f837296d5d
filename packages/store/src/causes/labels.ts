import { TOOL } from '@unspool/session/tools';

/** What tokens are put down to. Names of tools stand for themselves; a skill's calls keep its name. */
export const PROMPTS = '(prompts)';
export const REPLIES = '(replies)';
export const CONTEXT = '(context read again)';
export const UNKNOWN_TOOL = '(unknown tool)';
export const UNKNOWN_TYPE = '(unknown type)';
/** Replies of which only the ledger knows. */
export const NO_TRANSCRIPT = '(no transcript)';
export const SKILL = TOOL.Skill;

export function skillOf(label: string): string | undefined {
  return label.startsWith(`${SKILL} `) ? label.slice(SKILL.length + 1) : undefined;
}

/** As a tool, all skills are the same one. */
export function toolOf(label: string): string {
  return skillOf(label) === undefined ? label : SKILL;
}
