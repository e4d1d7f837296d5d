import { TOOL } from '@unspool/session/tools';
import type { AgentName } from '../contract/agent-name.js';
import { type Call, safeToolName } from './steps/call.js';

/** A client whose tools are known. */
export type Client = AgentName | 'claude';

/** A tool in one client: its name, and its names for the arguments that several clients share. */
interface OwnTool {
  name: string;
  /** Argument in the table → argument of the client. */
  arguments: { readonly [argument: string]: string };
}

/** Tools that several clients share. Other arguments keep their names. */
const TOOLS: readonly { readonly [client in Client]?: OwnTool }[] = [
  {
    claude: tool(TOOL.Bash, { command: 'command', timeout: 'timeout' }),
    codex: tool('exec_command', { command: 'cmd', folder: 'workdir' }),
    gemini: tool('run_shell_command', { command: 'command', folder: 'dir_path' }),
    qwen: tool('run_shell_command', { command: 'command', timeout: 'timeout', folder: 'directory' }),
    opencode: tool('bash', { command: 'command', timeout: 'timeout', folder: 'workdir' }),
    copilot: tool('bash', { command: 'command' }),
    pi: tool('bash', { command: 'command' }),
  },
  {
    claude: tool(TOOL.Read, { path: 'file_path' }),
    gemini: tool('read_file', { path: 'file_path' }),
    qwen: tool('read_file', { path: 'file_path' }),
    opencode: tool('read', { path: 'filePath' }),
    copilot: tool('view', { path: 'path' }),
    pi: tool('read', { path: 'path' }),
  },
  {
    claude: tool(TOOL.Write, { path: 'file_path', content: 'content' }),
    gemini: tool('write_file', { path: 'file_path', content: 'content' }),
    qwen: tool('write_file', { path: 'file_path', content: 'content' }),
    opencode: tool('write', { path: 'filePath', content: 'content' }),
    copilot: tool('create', { path: 'path', content: 'file_text' }),
    pi: tool('write', { path: 'path', content: 'content' }),
  },
  {
    claude: tool(TOOL.Edit, { path: 'file_path', from: 'old_string', to: 'new_string', all: 'replace_all' }),
    gemini: tool('replace', { path: 'file_path', from: 'old_string', to: 'new_string', all: 'allow_multiple' }),
    qwen: tool('edit', { path: 'file_path', from: 'old_string', to: 'new_string', all: 'replace_all' }),
    opencode: tool('edit', { path: 'filePath', from: 'oldString', to: 'newString', all: 'replaceAll' }),
    copilot: tool('edit', { path: 'path', from: 'old_str', to: 'new_str' }),
    pi: tool('edit', { path: 'path', from: 'oldText', to: 'newText' }),
  },
  {
    claude: tool(TOOL.Glob, { pattern: 'pattern', folder: 'path' }),
    gemini: tool('glob', { pattern: 'pattern', folder: 'dir_path' }),
    qwen: tool('glob', { pattern: 'pattern', folder: 'path' }),
    opencode: tool('glob', { pattern: 'pattern', folder: 'path' }),
    copilot: tool('glob', { pattern: 'pattern', folder: 'paths' }),
  },
  {
    claude: tool(TOOL.Grep, { pattern: 'pattern', folder: 'path', files: 'glob' }),
    gemini: tool('grep_search', { pattern: 'pattern', folder: 'dir_path', files: 'include_pattern' }),
    qwen: tool('grep_search', { pattern: 'pattern', folder: 'path', files: 'glob' }),
    opencode: tool('grep', { pattern: 'pattern', folder: 'path', files: 'include' }),
    copilot: tool('rg', { pattern: 'pattern', folder: 'paths', files: 'glob' }),
  },
];

function tool(name: string, names: OwnTool['arguments']): OwnTool {
  return { name, arguments: names };
}

type NamedCall = Pick<Call, 'name' | 'input'>;

/**
 * Renames a call and its arguments as another client names the same tool. Other calls are unchanged, and so are calls
 * with an argument that the other client would confuse with one of its own.
 */
export function renamedCall({ name, input }: NamedCall, from: Client, to: Client): NamedCall {
  const row = TOOLS.find((tools) => tools[from]?.name === name);
  const [old, own] = [row?.[from], row?.[to]];
  const names = old && own && from !== to ? argumentNames(old, own) : undefined;
  const others = new Set(names?.values());
  const isMistaken = Object.keys(input).some((argument) => others.has(argument) && !names?.has(argument));
  if (!own || !names || isMistaken) return { name: safeToolName(name), input };
  const renamed = Object.entries(input).map(([argument, value]) => [names.get(argument) ?? argument, value]);
  return { name: own.name, input: Object.fromEntries(renamed) };
}

function argumentNames(old: OwnTool, own: OwnTool): Map<string, string> {
  const names = new Map<string, string>();
  for (const [argument, name] of Object.entries(old.arguments)) {
    const other = own.arguments[argument];
    if (other !== undefined) names.set(name, other);
  }
  return names;
}
