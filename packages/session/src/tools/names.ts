import { TOOL_NAMES, toolNamed } from './registry.js';

/** The name of the tool that does this tool's work today. */
export function currentName(name: string): string {
  const { successor, name: present } = toolNamed(name);
  return successor ?? present;
}

/** The names under which this tool's work was done before. */
export function formerNames(name: string): string[] {
  return TOOL_NAMES.filter((each) => each !== name && currentName(each) === name);
}

/** D7: the name the client sends on resume. */
export function resumedName(name: string): string {
  const tool = toolNamed(name);
  return tool.renamed?.includes(name) ? tool.name : name;
}
