import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { markdownIn } from '../agents/definitions.js';
import { listOf, parseDocument } from '../context/frontmatter.js';
import { staysInProject } from '../context/inside-project.js';

/** A prompt saved in a file and called with a slash and its name. */
export interface CustomCommand {
  name: string;
  description: string;
  argumentHint: string | undefined;
  /** Permission rules that apply during its turn. */
  allowedTools: string[];
  model: string | undefined;
  body: string;
  /** Whether it comes from the project's folder: then its permissions count only if the folder is trusted. */
  isOfProject: boolean;
}

/** The user's and the project's commands; if two have the same name, the project's wins. */
export function customCommands(configDir: string, projectDir: string): CustomCommand[] {
  const found = new Map<string, CustomCommand>();
  const [own, projects] = [join(configDir, 'commands'), join(projectDir, '.claude', 'commands')];
  // In the home folder, both are the same folder. Treat it as the user's.
  for (const folder of new Set([own, projects])) {
    if (folder !== own && !staysInProject(folder, projectDir)) continue;
    for (const file of markdownIn(folder)) {
      const command = commandAt(file, folder);
      found.set(command.name, { ...command, isOfProject: folder !== own });
    }
  }
  return [...found.values()];
}

function commandAt(file: string, folder: string): Omit<CustomCommand, 'isOfProject'> {
  const { fields, body } = parseDocument(readFileSync(file, 'utf8'));
  const name = relative(folder, file).slice(0, -'.md'.length).split(sep).join(':');
  const firstLine = body.trim().split('\n', 1)[0] ?? '';
  return {
    name,
    description: fields['description'] ?? firstLine.slice(0, 100),
    argumentHint: fields['argument-hint'],
    allowedTools: listOf(fields['allowed-tools'] ?? ''),
    model: fields['model'] || undefined,
    body,
  };
}

/** Replaces `$ARGUMENTS` with all arguments and `$1` with the first. If there is neither, appends the arguments. */
export function expand(body: string, args: string): string {
  const words = args.match(/"[^"]*"|'[^']*'|\S+/g)?.map((word) => word.replace(/^(["'])(.*)\1$/, '$2')) ?? [];
  const usesAll = body.includes('$ARGUMENTS');
  const usesSome = /\$\d/.test(body);
  // In one pass, so that placeholders inside the arguments are not expanded.
  const text = body.replace(/\$ARGUMENTS|\$(\d+)/g, (_, number?: string) =>
    number === undefined ? args : (words[Number(number) - 1] ?? ''),
  );
  return usesAll || usesSome || args === '' ? text : `${text.trimEnd()}\n\nARGUMENTS: ${args}\n`;
}
