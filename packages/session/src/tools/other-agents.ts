import type { ToolFamily } from './tool.js';

/** What the tools of other agents are for, so that their calls are drawn like those of the client's tools. */
const FAMILIES: { readonly [family in ToolFamily]?: string } = {
  shell:
    'bash exec_command execute local_shell powershell run_shell_command run_terminal_cmd shell shell_command write_stdin',
  edit: 'apply_patch create edit edit_file multiedit patch replace search_replace str_replace write write_file',
  read: 'list list_dir list_directory ls read read_file read_many_files view view_image',
  search: 'codebase_search file_search find glob grep grep_search rg search_file_content tool_search',
  web: 'fetch google_web_search web_fetch web_search webfetch websearch',
  agent: 'agent close_agent invoke_agent send_input spawn_agent task wait wait_agent',
  todo: 'todo_write todoread todowrite update_plan update_todo write_todos',
};

const BY_NAME = new Map<string, ToolFamily>();
for (const [family, names] of Object.entries(FAMILIES)) {
  for (const name of names.split(' ')) BY_NAME.set(name, family as ToolFamily);
}

/** The family of a tool that another agent has. */
export function familyElsewhere(name: string): ToolFamily | undefined {
  return BY_NAME.get(name);
}
