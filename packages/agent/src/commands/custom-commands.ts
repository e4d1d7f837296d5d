import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { markdownIn } from '../agents/definitions.js';
import { listOf, parseDocument } from '../context/frontmatter.js';
import { staysInProject } from '../context/inside-project.js';

/** A prompt that a person keeps as a file, called by a slash and its name. */
export interface CustomCommand {
  name: string;
  description: string;
  argumentHint: string | undefined;
  /** Rules that hold while its turn runs. */
  allowedTools: string[];
  model: string | undefined;
  body: string;
  /** It came with the folder: what it allows holds only where the folder is trusted. */
  isOfProject: boolean;
}

/** The user's and the project's; of two with one name the project's wins. */
export function customCommands(configDir: string, projectDir: string): CustomCommand[] {
  const found = new Map<string, CustomCommand>();
  const [mine, projects] = [join(configDir, 'commands'), join(projectDir, '.claude', 'commands')];
  // In the home folder both are one, and it is the user's.
  for (const folder of new Set([mine, projects])) {
    if (folder !== mine && !staysInProject(folder, projectDir)) continue;
    for (const file of markdownIn(folder)) {
      const command = commandAt(file, folder);
      found.set(command.name, { ...command, isOfProject: folder !== mine });
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

/** `$ARGUMENTS` is all of them, `$1` the first; without either they are put behind the text. */
export function expand(body: string, args: string): string {
  const words = args.match(/"[^"]*"|'[^']*'|\S+/g)?.map((word) => word.replace(/^(["'])(.*)\1$/, '$2')) ?? [];
  const usesAll = body.includes('$ARGUMENTS');
  const usesSome = /\$\d/.test(body);
  // In one go: what stands in the arguments is not looked at again.
  const text = body.replace(/\$ARGUMENTS|\$(\d+)/g, (_, number?: string) =>
    number === undefined ? args : (words[Number(number) - 1] ?? ''),
  );
  return usesAll || usesSome || args === '' ? text : `${text.trimEnd()}\n\nARGUMENTS: ${args}\n`;
}
