import { TOOL_NAMES, toolNamed } from './registry.js';

/** Returns the current name of the tool that does this tool's work. */
export function currentName(name: string): string {
  const { successor, name: present } = toolNamed(name);
  return successor ?? present;
}

/** Returns the earlier names of this tool. */
export function formerNames(name: string): string[] {
  return TOOL_NAMES.filter((each) => each !== name && currentName(each) === name);
}

/** D7: returns the name the client sends on resume. */
export function resumedName(name: string): string {
  const tool = toolNamed(name);
  return tool.renamed?.includes(name) ? tool.name : name;
}
