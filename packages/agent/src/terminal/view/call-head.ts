import type { JsonObject, ToolUseBlock } from '@unspool/session';
import { harmlessLine } from '../screen/harmless.js';

/** The field that says most about a call. */
const TELLING: { readonly [tool: string]: string } = {
  Bash: 'command',
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  NotebookEdit: 'notebook_path',
  Glob: 'pattern',
  Grep: 'pattern',
  WebFetch: 'url',
  WebSearch: 'query',
  Agent: 'description',
  Task: 'description',
  Skill: 'skill',
};

/** What they are about is shown in full elsewhere. */
const UNTOLD = new Set(['TodoWrite', 'ExitPlanMode', 'AskUserQuestion']);

const MOST = 200;

/** What is known of a call in one line: its name and what it is about. */
export interface CallHead {
  name: string;
  about: string;
}

export function callHead({ name, input }: ToolUseBlock, cwd: string): CallHead {
  const telling = aboutOf(name, input);
  const about = telling.startsWith(`${cwd}/`) ? telling.slice(cwd.length + 1) : telling;
  return { name: nameOf(name), about: about.length > MOST ? `${about.slice(0, MOST)}…` : about };
}

/** `mcp__server__tool` is a name for the API. */
function nameOf(name: string): string {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  return harmlessLine(server !== undefined && tool !== undefined ? `${server}: ${tool}` : name);
}

function aboutOf(name: string, input: JsonObject): string {
  const field = TELLING[name];
  const value = field === undefined ? undefined : input[field];
  if (typeof value === 'string') return harmlessLine(value);
  if (UNTOLD.has(name)) return '';
  const [first] = Object.values(input).filter((each) => typeof each === 'string');
  return harmlessLine(String(first ?? ''));
}
