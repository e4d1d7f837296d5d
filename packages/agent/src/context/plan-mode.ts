import { existsSync } from 'node:fs';
import { TOOL } from '@unspool/session/tools';
import type { AttachmentGiven } from '../loop/event.js';
import type { PermissionMode } from '../permissions/decide.js';
import { reminder } from './system-prompt.js';

const ON = `Plan mode is on. Change nothing: no edits, no commands that do more than read. Explore, use ${TOOL.AskUserQuestion} for what only the user can decide, then show the plan with ${TOOL.ExitPlanMode}. The user decides when the work begins.`;
const OVER = 'Plan mode is over. You may edit files and run commands again, as far as permissions allow.';

/** The attachment to a prompt in plan mode, or to the first prompt after it. */
export function planModeAttachment(
  mode: PermissionMode,
  before: PermissionMode | undefined,
  planFilePath: string,
): AttachmentGiven | undefined {
  const planExists = existsSync(planFilePath);
  if (mode === 'plan') {
    const attachment = { type: 'plan_mode', reminderType: 'full', isSubAgent: false, planFilePath, planExists };
    return { type: 'attachment', attachment, rendered: [reminder(ON)] };
  }
  if (before !== 'plan') return undefined;
  return {
    type: 'attachment',
    attachment: { type: 'plan_mode_exit', planFilePath, planExists },
    rendered: [reminder(OVER)],
  };
}
