import { TOOL_NAMES } from '@unspool/session/tools';

/** The correct name of a tool whose name in a rule has the wrong case. Such a rule has no effect. */
export function correctToolName(rule: string): string | undefined {
  const name = (rule.split('(', 1)[0] ?? '').trim();
  if (TOOL_NAMES.includes(name)) return undefined;
  return TOOL_NAMES.find((each) => each.toLowerCase() === name.toLowerCase());
}
