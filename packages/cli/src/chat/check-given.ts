import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { correctToolName, serversFault } from '@unspool/agent';
import { isMcpTool, startsAgent, TOOL } from '@unspool/session/tools';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import type { ChatCommandOptions } from './command-options.js';
import { toolList } from './tool-list.js';

/** Finds mistakes that would otherwise be silent. Unusable values are errors; values that the client accepts get a note. */
export function checkGiven(options: ChatCommandOptions, io: Io): void {
  const warn = (message: string) => io.err(`${safeLine(message)}\n`);
  for (const config of options.mcpConfig ?? []) {
    const why = serversFault(config);
    if (why === undefined) continue;
    const hint = 'Give JSON with "mcpServers", or a file that contains such JSON.';
    throw new UserError('--mcp-config cannot be read.', { why, hint, isUsage: true });
  }
  for (const folder of options.addDir ?? []) {
    if (!statSync(resolve(io.cwd, folder), { throwIfNoEntry: false })?.isDirectory()) {
      warn(`--add-dir: there is no folder ${folder}.`);
    }
  }
  for (const [option, given] of [
    ['--allowedTools', options.allowedTools],
    ['--disallowedTools', options.disallowedTools],
  ] as const) {
    for (const rule of toolList(given, option)) {
      const name = correctToolName(rule);
      if (name !== undefined) warn(`${option}: "${rule}" has no effect: the tool is called ${name}.`);
    }
  }
}

/** Which tools to offer; undefined for all. Reports unknown ones. */
export function toolNamesOf(given: string[] | undefined, known: readonly string[], io: Io): string[] | undefined {
  const names = toolList(given, '--tools');
  if (names.length === 0 || names.includes('default')) return undefined;
  const isKnown = (name: string) => known.includes(name) || startsAgent(name) || isMcpTool(name);
  const unknown = names.filter((name) => !isKnown(name));
  if (unknown.length === names.length) {
    const why = `There is no tool ${unknown.map((name) => `"${name}"`).join(', ')}.`;
    const hint = `There are: ${[...known, TOOL.Agent].sort().join(', ')}`;
    throw new UserError('None of the tools in --tools exists.', { why, hint, isUsage: true });
  }
  for (const name of unknown) io.err(`${safeLine(`--tools: there is no tool "${name}".`)}\n`);
  return names;
}
