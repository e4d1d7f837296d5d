import type { JsonObject } from '@unspool/session';
import { writeFileWhole } from '../files/write-file.js';
import { failed, systemFailure } from '../outcome.js';
import type { Tool, ToolContext, ToolResult } from '../tool.js';

/** It runs when the user has agreed: `decide` asks about it in plan mode, and denies it in any other. */
export const exitPlanTool: Tool = {
  name: 'ExitPlanMode',
  description:
    'Shows your plan to the user, who agrees or says what is missing. Use it in plan mode when the plan is complete, and for nothing else; do not ask in words whether the plan is good.',
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
  // The answer may have chosen a mode already.
  if (context.permissionMode() === 'plan') context.setPermissionMode('default');
  try {
    await writeFileWhole(context.planFile, Buffer.from(plan));
  } catch (error) {
    return failed(`The user agreed to the plan, and plan mode is over. ${systemFailure('Keeping the plan', error)}`);
  }
  return {
    content: `The user has approved the plan, and plan mode is over: start with the work.\n\nThe plan is kept in ${context.planFile}.\n\n## Approved Plan:\n${plan}`,
    toolUseResult: { plan, isAgent: false, filePath: context.planFile },
  };
}
