import { agentLine, messageLine, questionLine, readLine, searchLine, taskLine, todosLine } from './argument-line.js';
import { isMcpTool } from './mcp.js';
import { familyElsewhere } from './other-agents.js';
import type { ToolEntry, ToolInfo } from './tool.js';

/** All facts about the client's tools. To add a tool, add an entry here and nothing elsewhere. */
const TOOLS = {
  Read: { family: 'read', view: 'file', argument: 'file_path', line: readLine },
  NotebookRead: { family: 'read', view: 'file', argument: 'notebook_path' },
  LS: { family: 'read', view: 'matches', argument: 'path', folder: 'path' },
  ReadMcpResourceTool: { family: 'read', view: 'json', argument: 'uri', oldNames: ['ReadMcpResource'] },

  Edit: { family: 'edit', view: 'diff', argument: 'file_path', change: { from: 'old_string', to: 'new_string' } },
  MultiEdit: {
    family: 'edit',
    view: 'diff',
    argument: 'file_path',
    change: { from: 'old_string', to: 'new_string' },
    successor: 'Edit',
  },
  Write: { family: 'edit', view: 'diff', argument: 'file_path', change: { to: 'content' } },
  NotebookEdit: {
    family: 'edit',
    view: 'diff',
    argument: 'notebook_path',
    change: { from: 'old_source', to: 'new_source' },
  },

  Bash: { family: 'shell', view: 'terminal', argument: 'command' },
  PowerShell: { family: 'shell', view: 'terminal', argument: 'command' },
  BashOutput: { family: 'shell', view: 'terminal', argument: 'bash_id', successor: 'TaskOutput' },
  KillShell: {
    family: 'shell',
    view: 'json',
    argument: 'shell_id',
    oldNames: ['KillBash'],
    successor: 'TaskStop',
  },
  Monitor: { family: 'shell', view: 'json', argument: 'command' },
  REPL: { family: 'shell', view: 'json' },

  Grep: { family: 'search', view: 'matches', argument: 'pattern', folder: 'path', line: searchLine },
  Glob: { family: 'search', view: 'matches', argument: 'pattern', folder: 'path', line: searchLine },
  ToolSearch: { family: 'search', view: 'json', argument: 'query' },

  WebFetch: { family: 'web', view: 'web', argument: 'url' },
  WebSearch: { family: 'web', view: 'web', argument: 'query', ruledBy: 'query' },

  Agent: {
    family: 'agent',
    view: 'agent',
    argument: 'description',
    line: agentLine,
    startsAgent: true,
    ruledBy: 'subagent_type',
    renamed: ['Task'],
  },
  Workflow: { family: 'agent', view: 'json', renamed: ['RunWorkflow'] },
  ListAgents: { family: 'other', view: 'json', renamed: ['ListPeers'] },
  SendMessage: { family: 'agent', view: 'message', argument: 'to', line: messageLine },
  TaskOutput: { family: 'agent', view: 'json', argument: 'task_id' },
  TaskStop: { family: 'agent', view: 'json', argument: 'task_id' },

  TodoWrite: { family: 'todo', view: 'checklist', argument: 'todos', line: todosLine },
  TodoRead: { family: 'todo', view: 'json' },
  TaskCreate: { family: 'todo', view: 'task', argument: 'subject' },
  TaskUpdate: { family: 'todo', view: 'task', argument: 'taskId', line: taskLine },
  TaskGet: { family: 'todo', view: 'json', argument: 'taskId' },
  TaskList: { family: 'todo', view: 'task' },

  ExitPlanMode: { family: 'plan', view: 'plan', argument: 'plan', asksUser: true, oldNames: ['exit_plan_mode'] },
  EnterPlanMode: { family: 'plan', view: 'json' },
  AskUserQuestion: {
    family: 'question',
    view: 'question',
    argument: 'questions',
    line: questionLine,
    asksUser: true,
  },

  Skill: { family: 'skill', view: 'skill', argument: 'skill', ruledBy: 'skill' },
  SlashCommand: { family: 'skill', view: 'skill', argument: 'command' },
} as const satisfies { [name: string]: ToolEntry };

/** The current name of a known tool. */
export type ToolName = keyof typeof TOOLS;

/** The name of each tool, for code that handles one of them. */
export const TOOL = Object.fromEntries(Object.keys(TOOLS).map((name) => [name, name])) as {
  readonly [Name in ToolName]: Name;
};

const BY_NAME = new Map<string, ToolInfo>();
for (const [name, entry] of Object.entries<ToolEntry>(TOOLS)) {
  const info = { name, ...entry };
  for (const each of [name, ...(entry.renamed ?? []), ...(entry.oldNames ?? [])]) BY_NAME.set(each, info);
}

/** Every name that a known tool has or had. */
export const TOOL_NAMES: readonly string[] = [...BY_NAME.keys()];

/** Whether it is a tool of the client, or of a server that the client calls. */
export function isKnownTool(name: string): boolean {
  return BY_NAME.has(name) || isMcpTool(name);
}

/** Returns the facts about a tool, by any of its names. For other tools only the family is known. */
export function toolNamed(name: string): ToolInfo {
  return (
    BY_NAME.get(name) ?? { name, family: isMcpTool(name) ? 'mcp' : (familyElsewhere(name) ?? 'other'), view: 'json' }
  );
}
