import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOOL } from '@unspool/session/tools';
import { listOf, parseDocument } from '../context/frontmatter.js';
import { staysInProject } from '../context/inside-project.js';

/** A kind of sub-agent. */
export interface AgentDefinition {
  name: string;
  description: string;
  /** Names of the tools it may use; undefined: all of them. */
  tools: string[] | undefined;
  /** A name or an alias; `inherit` or undefined: the model of the parent conversation. */
  model: string | undefined;
  prompt: string;
  isBuiltIn: boolean;
}

const BUILT_IN: AgentDefinition[] = [
  {
    name: 'general-purpose',
    description: 'Researches questions and does multi-step tasks. Has all tools.',
    tools: undefined,
    model: undefined,
    prompt:
      'You do one task for another agent. Do all of it, with the tools you have, and nothing else. ' +
      'End with a report of what you found or did: it is all the other agent sees.',
    isBuiltIn: true,
  },
  {
    name: 'Explore',
    description:
      'Explores a code base quickly without changing it: finds files, searches code, explains how things work.',
    tools: [TOOL.Read, TOOL.Glob, TOOL.Grep, TOOL.Bash],
    model: undefined,
    prompt:
      'You search a code base for another agent. Change nothing. Search broadly first, then read what matters, several ' +
      'calls at a time. End with a report that names files as path:line: it is all the other agent sees.',
    isBuiltIn: true,
  },
];

/** Built-in, user and project definitions; if two have the same name, the more specific one wins. */
export function agentDefinitions(configDir: string, projectDir: string): AgentDefinition[] {
  const found = new Map(BUILT_IN.map((agent) => [agent.name, agent]));
  const [own, projects] = [join(configDir, 'agents'), join(projectDir, '.claude', 'agents')];
  for (const folder of new Set([own, projects])) {
    if (folder !== own && !staysInProject(folder, projectDir)) continue;
    for (const agent of agentsIn(folder)) found.set(agent.name, agent);
  }
  return [...found.values()];
}

function agentsIn(folder: string): AgentDefinition[] {
  return markdownIn(folder).flatMap((file) => {
    const { fields, body } = parseDocument(readFileSync(file, 'utf8'));
    const { name, description = '', tools, model } = fields;
    if (!name) return [];
    const named = tools === undefined || tools.trim() === '' || tools.trim() === '*' ? undefined : listOf(tools);
    const inherits = !model || model === 'inherit';
    const chosen = inherits ? undefined : model;
    return [{ name, description, tools: named, model: chosen, prompt: body.trim(), isBuiltIn: false }];
  });
}

/** Markdown files in a folder and its subfolders. */
export function markdownIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    // No such folder.
    return [];
  }
}
