import { basename, dirname, join, resolve, sep } from 'node:path';
import type { JsonObject } from '../read/line.js';
import { isDraftName } from '../write/old-drafts.js';
import { type AgentFile, agentFilesIn } from './agent-file.js';
import { type AgentHead, readAgentHead } from './agent-head.js';
import { readAgentMeta } from './agent-meta.js';
import { type ConfigFolder, configFolderAt } from './config-folders.js';
import { readHead } from './head.js';
import { isFile, isFolder, type LocateProblem, listFolder, type Seen } from './list-folder.js';
import { listProject, type SessionFile } from './list-project.js';
import { isWorktreeOf } from './worktree-agents.js';

/** Everything that belongs to one session. A missing part is undefined or an empty list. */
export interface Family {
  sessionId: string;
  main: string | undefined;
  agents: FamilyAgent[];
  /** Outputs that were too long for a line. */
  toolResults: SideFile[];
  customTitleFile: string | undefined;
  /** The session's own memory. The project's is shared by all its sessions. */
  memory: string | undefined;
  projectMemory: string | undefined;
  /** Versions of files that the session changed. */
  fileHistory: string | undefined;
  sessionEnv: string | undefined;
  todos: string[];
  /** Plans named by the first lines. */
  plans: string[];
  /**
   * Other files in the session's folder, or among its sub-agents and outputs. Kept with it although their purpose is
   * unknown.
   */
  others: string[];
  problems: LocateProblem[];
}

/** A sub-agent's file with facts from its first lines and its notes. */
export interface FamilyAgent extends AgentFile, AgentHead {
  meta?: JsonObject;
}

export interface SideFile {
  file: string;
  size: number;
}

const KNOWN_PARTS = new Set(['subagents', 'tool-results', 'custom-title.json', 'memory']);

/**
 * Finds everything that belongs to a session: sub-agents, long outputs, todos, plans, file history. The main file may
 * be missing. A session from a list has its sub-agents already; for a plain path, the project folder is searched.
 */
export function familyOf(session: string | SessionFile): Family {
  const main = resolve(typeof session === 'string' ? session : session.file);
  const sessionId = basename(main, '.jsonl');
  const project = dirname(main);
  const own = join(project, sessionId);
  const config = configOf(project);
  const problems: LocateProblem[] = [];
  const agentFiles = typeof session === 'string' ? agentFilesOf(main, problems) : session.agentFiles;
  return {
    sessionId,
    main: isFile(main) ? main : undefined,
    agents: agentFiles.map((agent) => familyAgent(agent, problems)),
    toolResults: filesIn(join(own, 'tool-results'), problems),
    customTitleFile: fileAt(own, 'custom-title.json'),
    memory: folderAt(own, 'memory'),
    projectMemory: folderAt(project, 'memory'),
    fileHistory: config && folderAt(config.folder, 'file-history', sessionId),
    sessionEnv: config && folderAt(config.folder, 'session-env', sessionId),
    todos: config ? todosOf(sessionId, config, problems) : [],
    plans: config ? plansOf(main, config) : [],
    others: othersIn(own, agentFiles, problems),
    problems,
  };
}

/**
 * Like `familyOf`, with the sub-agents that worked in a worktree of their own. The client puts their files into the
 * worktree's project folder, under the id of the session that started them.
 */
export function wholeFamilyOf(session: string | SessionFile): Family {
  const family = familyOf(session);
  const main = resolve(typeof session === 'string' ? session : session.file);
  const folders = worktreeFolders(main, family.sessionId);
  if (folders.length === 0) return family;
  const { problems } = family;
  const files = folders.flatMap((folder) => agentFilesIn(join(folder, 'subagents'), 'nested', problems));
  const known = new Set(family.agents.map((agent) => agent.file));
  const agents = files.filter(({ file }) => !known.has(file)).map((agent) => familyAgent(agent, problems));
  const toolResults = folders.flatMap((folder) => filesIn(join(folder, 'tool-results'), problems));
  const others = folders.flatMap((folder) => othersIn(folder, files, problems));
  return {
    ...family,
    agents: [...family.agents, ...agents],
    toolResults: [...family.toolResults, ...toolResults],
    others: [...family.others, ...others],
  };
}

/**
 * Returns the path of a file relative to its session's folder, the session's own or one in a worktree's project;
 * undefined for other files.
 */
export function placeInSession(file: string, sessionId: string): string | undefined {
  const [, ...inner] = file.split(`${sep}${sessionId}${sep}`);
  return inner.length === 0 ? undefined : inner.join(`${sep}${sessionId}${sep}`);
}

/** Finds the files of a session's sub-agents, in worktrees too, without opening them. */
export function agentFilesOfAll(main: string): AgentFile[] {
  const problems: LocateProblem[] = [];
  const sessionId = basename(main, '.jsonl');
  const inWorktrees = worktreeFolders(main, sessionId).flatMap((folder) =>
    agentFilesIn(join(folder, 'subagents'), 'nested', problems),
  );
  return [...agentFilesOf(main, problems), ...inWorktrees];
}

/** Adds facts from first lines and notes to sub-agents known only from their location. */
export function readAgents(files: readonly AgentFile[]): FamilyAgent[] {
  return files.map((agent) => familyAgent(agent, []));
}

/** Returns the session's folders in the projects of worktrees. */
function worktreeFolders(main: string, sessionId: string): string[] {
  const project = dirname(main);
  const projects = dirname(project);
  if (basename(projects) !== 'projects') return [];
  return listFolder(projects, [])
    .filter((seen) => seen.isFolder && isWorktreeOf(seen.name, basename(project)))
    .filter((seen) => !isFile(join(seen.path, `${sessionId}.jsonl`)))
    .map((seen) => join(seen.path, sessionId))
    .filter(isFolder);
}

function agentFilesOf(main: string, problems: LocateProblem[]): AgentFile[] {
  const project = listProject(dirname(main));
  for (const problem of project.problems) problems.push(problem);
  return project.sessions.find((session) => session.file === main)?.agentFiles ?? [];
}

/** Side files are next to `projects/`; a session file elsewhere has none. */
function configOf(project: string): ConfigFolder | undefined {
  const projects = dirname(project);
  return basename(projects) === 'projects' ? configFolderAt(dirname(projects)) : undefined;
}

function familyAgent(agent: AgentFile, problems: LocateProblem[]): FamilyAgent {
  const meta = agent.metaFile === undefined ? undefined : readAgentMeta(agent.metaFile, problems);
  return { ...agent, ...readAgentHead(agent.file), ...(meta && { meta }) };
}

function filesIn(folder: string, problems: LocateProblem[]): SideFile[] {
  return listFolder(folder, problems).flatMap(({ name, path, file, isLink }) =>
    file && !isLink && !isDraftName(name) ? [{ file: path, size: file.size }] : [],
  );
}

/** A workflow's journal is among its sub-agents, and an output may have a folder of its own. */
function othersIn(own: string, agents: readonly AgentFile[], problems: LocateProblem[]): string[] {
  const isUnknown = (seen: Seen) => !KNOWN_PARTS.has(seen.name) && !isDraftName(seen.name);
  const ofAgents = new Set(
    agents.flatMap(({ file, metaFile }) => [file, ...(metaFile === undefined ? [] : [metaFile])]),
  );
  return [
    ...listFolder(own, problems).filter(isUnknown),
    ...unknownFilesIn(join(own, 'subagents'), ofAgents),
    ...listFolder(join(own, 'tool-results'), []).filter((seen) => seen.isFolder && !seen.isLink),
  ].map((seen) => seen.path);
}

/** Searches at any depth; does not follow links. */
function unknownFilesIn(folder: string, ofAgents: ReadonlySet<string>): Seen[] {
  return listFolder(folder, []).flatMap((seen) => {
    if (seen.isLink || isDraftName(seen.name)) return [];
    if (seen.isFolder) return unknownFilesIn(seen.path, ofAgents);
    return seen.file && !ofAgents.has(seen.path) ? [seen] : [];
  });
}

/** One file per sub-agent: `<sessionId>-agent-<id>.json`. */
function todosOf(sessionId: string, config: ConfigFolder, problems: LocateProblem[]): string[] {
  return listFolder(join(config.folder, 'todos'), problems)
    .filter((seen) => seen.name.startsWith(sessionId))
    .map((seen) => seen.path);
}

const MAX_PLAN_HEAD = 1024 * 1024;

/** A plan is named after the lines' `slug`, and so are the plans of its sub-agents: `<slug>-agent-<id>.md`. */
function plansOf(main: string, config: ConfigFolder): string[] {
  const folder = join(config.folder, 'plans');
  const names = isFolder(folder) ? listFolder(folder, []).map((seen) => seen.name) : [];
  if (names.length === 0) return [];
  const slugs = new Set<string>();
  for (const { slug } of readHead(main, MAX_PLAN_HEAD)) if (typeof slug === 'string') slugs.add(slug);
  return names.filter((name) => slugs.has(name.replace(/(-agent-[^.]*)?\.md$/, ''))).map((name) => join(folder, name));
}

function fileAt(...parts: string[]): string | undefined {
  const path = join(...parts);
  return isFile(path) ? path : undefined;
}

function folderAt(...parts: string[]): string | undefined {
  const path = join(...parts);
  return isFolder(path) ? path : undefined;
}
