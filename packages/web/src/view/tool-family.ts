import type { ToolFamily } from './view.js';

const FAMILIES: { readonly [family in Exclude<ToolFamily, 'other'>]: string } = {
  read: 'Read NotebookRead LS ReadMcpResource ReadMcpResourceTool',
  edit: 'Edit MultiEdit Write NotebookEdit',
  run: 'Bash PowerShell BashOutput KillShell KillBash Monitor REPL',
  search: 'Grep Glob WebSearch WebFetch ToolSearch',
  agent: 'Task Agent Workflow SendMessage TaskOutput TaskStop',
};

const BY_NAME = new Map<string, ToolFamily>(
  Object.entries(FAMILIES).flatMap(([family, names]) =>
    names.split(' ').map((name) => [name, family as ToolFamily] as const),
  ),
);

export function familyOfTool(name: string): ToolFamily {
  return BY_NAME.get(name) ?? 'other';
}
