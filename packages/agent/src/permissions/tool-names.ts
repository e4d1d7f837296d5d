/** The tools that rules are written for: ours, and those of the client that rules of its users name. */
export const TOOL_NAMES: readonly string[] = [
  'Agent',
  'AskUserQuestion',
  'Bash',
  'BashOutput',
  'Edit',
  'ExitPlanMode',
  'Glob',
  'Grep',
  'KillBash',
  'KillShell',
  'MultiEdit',
  'NotebookEdit',
  'Read',
  'Skill',
  'Task',
  'TaskOutput',
  'TaskStop',
  'TodoWrite',
  'WebFetch',
  'WebSearch',
  'Write',
];

/** What a tool is called whose name was written with other capitals: such a rule holds for nothing. */
export function rightNameIn(rule: string): string | undefined {
  const name = (rule.split('(', 1)[0] ?? '').trim();
  if (TOOL_NAMES.includes(name)) return undefined;
  return TOOL_NAMES.find((each) => each.toLowerCase() === name.toLowerCase());
}
