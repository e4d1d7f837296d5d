import { TOOL_NAMES } from '@unspool/session/tools';

/** The name of the tool whose name in the rule has wrong capitals: such a rule applies to nothing. */
export function rightNameIn(rule: string): string | undefined {
  const name = (rule.split('(', 1)[0] ?? '').trim();
  if (TOOL_NAMES.includes(name)) return undefined;
  return TOOL_NAMES.find((each) => each.toLowerCase() === name.toLowerCase());
}
