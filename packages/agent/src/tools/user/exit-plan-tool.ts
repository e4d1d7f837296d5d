import type { JsonObject } from '@unspool/session';
import { writeFileWhole } from '../files/write-file.js';
import { failed, systemFailure } from '../outcome.js';
import type { Tool, ToolContext, ToolResult } from '../tool.js';

/** Runs only after the user's approval: `decide` asks in plan mode and denies the call in any other mode. */
export const exitPlanTool: Tool = {
  name: 'ExitPlanMode',
  description:
    'Shows your plan to the user, who approves it or says what is missing. Use it in plan mode when the plan is complete, and for nothing else; do not ask for approval in your text.',
  inputSchema: {
    type: 'object',
    properties: { plan: { type: 'string', description: 'The plan, as Markdown' } },
    required: ['plan'],
  },
  isReadOnly: () => true,
  isParallel: () => false,
  run: leavePlanMode,
};

async function leavePlanMode(input: JsonObject, context: ToolContext): Promise<ToolResult> {
  const plan = String(input['plan']);
  // The user's answer may already have set a mode.
  if (context.permissionMode() === 'plan') context.setPermissionMode('default');
  try {
    await writeFileWhole(context.planFile, Buffer.from(plan));
  } catch (error) {
    return failed(`The user approved the plan, and plan mode is over. ${systemFailure('Saving the plan', error)}`);
  }
  return {
    content: `The user has approved the plan, and plan mode is over: start the work.\n\nThe plan is saved in ${context.planFile}.\n\n## Approved Plan:\n${plan}`,
    toolUseResult: { plan, isAgent: false, filePath: context.planFile },
  };
}
