import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@unspool/session';

/** How to start or reach a server. */
export type ServerTransport =
  | { type: 'stdio'; command: string; args: string[]; env: { [name: string]: string } }
  | { type: 'http' | 'sse'; url: string; headers: { [name: string]: string } }
  /** A server inside the driving program, which passes on its messages. */
  | { type: 'driver'; send(message: JsonObject): Promise<JsonObject | undefined> };

export interface ServerConfig {
  name: string;
  /** `project`: it came with the folder, so the user has to allow it. */
  scope: 'project' | 'local' | 'user';
  transport: ServerTransport;
}

export interface McpPlace {
  projectDir: string;
  home: string;
  env: { readonly [name: string]: string | undefined };
  /** From the command line: JSON, or files that contain JSON. */
  given?: readonly string[];
  /** Use only servers named on the command line. */
  onlyGiven?: boolean;
}

/** Servers in `.mcp.json`, and those that the user has added with the client, which take precedence. */
export function readServers(place: McpPlace, warn: (message: string) => void): ServerConfig[] {
  const { env, given = [], onlyGiven } = place;
  const sources = [
    ...(onlyGiven ? [] : configuredServers(place, warn)),
    ...given.map((each) => givenServers(each, warn)),
  ];
  const servers = new Map<string, ServerConfig>();
  for (const [scope, listed] of sources) {
    if (typeof listed !== 'object' || listed === null) continue;
    for (const [name, value] of Object.entries(listed as { [name: string]: unknown })) {
      const transport = transportOf(value, env);
      if (typeof transport === 'string') warn(`Ignoring the MCP server "${name}": ${transport}.`);
      else servers.set(name, { name, scope, transport });
    }
  }
  return [...servers.values()];
}

type Listed = [ServerConfig['scope'], unknown];

function configuredServers({ projectDir, home }: McpPlace, warn: (message: string) => void): Listed[] {
  const own = readJson(join(home, '.claude.json'), warn);
  const projects = (own?.['projects'] ?? {}) as { [path: string]: JsonObject | undefined };
  return [
    ['project', readJson(join(projectDir, '.mcp.json'), warn)?.['mcpServers']],
    ['user', own?.['mcpServers']],
    ['local', projects[projectDir]?.['mcpServers']],
  ];
}

/** Servers named on the command line need no consent. */
function givenServers(given: string, warn: (message: string) => void): Listed {
  const value = given.trimStart().startsWith('{')
    ? parseJson(given, 'The MCP configuration', warn)
    : readJson(given, warn);
  if (!value) warn(`No MCP servers in ${given.slice(0, 100)}.`);
  return ['user', value?.['mcpServers']];
}

/** Why the servers named on the command line cannot be read. */
export function serversFault(given: string): string | undefined {
  let fault: string | undefined;
  const [, listed] = givenServers(given, (message) => {
    fault ??= message;
  });
  if (fault !== undefined || (typeof listed === 'object' && listed !== null)) return fault;
  return 'it has no "mcpServers"';
}

function transportOf(value: unknown, env: McpPlace['env']): ServerTransport | string {
  const { type, command, args, url, headers, env: variables } = (value ?? {}) as JsonObject;
  const filled = (text: unknown) => withVariables(String(text), env);
  try {
    if (type === 'http' || type === 'sse' || (type === undefined && typeof url === 'string')) {
      if (typeof url !== 'string' || !/^https?:/.test(filled(url))) return 'it has no URL';
      return { type: type === 'sse' ? 'sse' : 'http', url: filled(url), headers: filledAll(headers, filled) };
    }
    if (type !== undefined && type !== 'stdio') return `unknown type "${String(type)}"`;
    if (typeof command !== 'string' || command === '') return 'it has no command';
    const list = Array.isArray(args) ? args.map(filled) : [];
    return { type: 'stdio', command: filled(command), args: list, env: filledAll(variables, filled) };
  } catch (error) {
    return (error as Error).message;
  }
}

function filledAll(value: unknown, filled: (text: unknown) => string): { [name: string]: string } {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, filled(text)]));
}

/** Expands `${NAME}` and `${NAME:-default}`, as the client does. */
function withVariables(text: string, env: McpPlace['env']): string {
  return text.replace(/\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_, name: string, fallback: string | undefined) => {
    const value = env[name] ?? fallback;
    if (value === undefined) throw new Error(`the variable ${name} is not set`);
    return value;
  });
}

function readJson(file: string, warn: (message: string) => void): JsonObject | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // No file: no servers.
    return undefined;
  }
  return parseJson(text, file, warn);
}

function parseJson(text: string, from: string, warn: (message: string) => void): JsonObject | undefined {
  try {
    return JSON.parse(text) as JsonObject;
  } catch (error) {
    warn(`${from} is not valid JSON: ${(error as Error).message}`);
    return undefined;
  }
}
