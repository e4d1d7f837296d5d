import type { JsonObject } from '../read/line.js';

/** What a tool is for. */
export type ToolFamily =
  | 'read'
  | 'edit'
  | 'shell'
  | 'search'
  | 'web'
  | 'agent'
  | 'todo'
  | 'plan'
  | 'question'
  | 'skill'
  | 'mcp'
  | 'other';

/** How an opened call is shown. A surface without this view shows JSON. */
export type ToolView =
  | 'terminal'
  | 'diff'
  | 'file'
  | 'matches'
  | 'checklist'
  | 'web'
  | 'agent'
  | 'plan'
  | 'question'
  | 'task'
  | 'message'
  | 'skill'
  | 'json';

/** Facts about a tool. */
export interface ToolEntry {
  family: ToolFamily;
  view: ToolView;
  /** The input member that names what the call acts on. */
  argument?: string;
  /** Writes the argument on one line, for tools that one member does not describe well enough. */
  line?: ArgumentLine;
  /** The member that names the folder it searches. */
  folder?: string;
  /**
   * The members with the text it removes from a file and the text it inserts. Without `from` it writes the whole file.
   */
  change?: { from?: string; to: string };
  /** It starts a sub-agent, and its `prompt` is the task. */
  startsAgent?: true;
  /** Only the user can answer it, so a sub-agent cannot have it. */
  asksUser?: true;
  /** The member that a permission rule is matched against: `Skill(pdf)` matches `skill`. */
  ruledBy?: string;
  /** Older names that the client replaces with the current one on resume (D7). */
  renamed?: readonly string[];
  /** Older names that the client sends unchanged on resume. */
  oldNames?: readonly string[];
  /** The tool that took over its work. Permission rules for this one also apply to that one. */
  successor?: string;
}

export type ArgumentLine = (input: JsonObject, cwd: string | undefined) => string;

/** An entry with the current name of its tool. */
export interface ToolInfo extends ToolEntry {
  name: string;
}
