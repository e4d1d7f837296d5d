import { basename, dirname, join, resolve } from 'node:path';
import type { JsonObject } from '../line/line.js';
import { type AgentFile, agentFilesIn } from './agent-file.js';
import { type AgentHead, readAgentHead } from './agent-head.js';
import { readAgentMeta } from './agent-meta.js';
import { type ConfigFolder, configFolderAt } from './config-folders.js';
import { readHead } from './head.js';
import { listProject, type SessionFile } from './list-project.js';
import { isFile, isFolder, type LocateProblem, look } from './look.js';
import { isWorktreeOf } from './worktree-agents.js';

/** Everything that belongs to one session. What is not there is undefined or an empty list. */
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
  /** Plans that the first lines name. */
  plans: string[];
  /** What else stands in the session's folder: kept with it though we do not know it. */
  others: string[];
  problems: LocateProblem[];
}

export interface FamilyAgent extends AgentFile, AgentHead {
  meta?: JsonObject;
}

export interface SideFile {
  file: string;
  size: number;
}

const KNOWN_PARTS = new Set(['subagents', 'tool-results', 'custom-title.json', 'memory']);

/**
 * Everything that belongs to the session with this main file, which may be missing itself. A session from a list
 * brings its sub-agents along; for a path alone the project folder is looked through.
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
    others: look(own, problems)
      .filter((seen) => !KNOWN_PARTS.has(seen.name))
      .map((seen) => seen.path),
    problems,
  };
}

/**
 * With the sub-agents that worked in a worktree of their own: the client puts their files into the worktree's project
 * folder, under the id of the session that started them.
 */
export function wholeFamilyOf(session: string | SessionFile): Family {
  const family = familyOf(session);
  const main = resolve(typeof session === 'string' ? session : session.file);
  const known = new Set(family.agents.map((agent) => agent.file));
  const found = worktreeAgentFiles(main, family).filter((agent) => !known.has(agent.file));
  const agents = found.map((agent) => familyAgent(agent, family.problems));
  return agents.length === 0 ? family : { ...family, agents: [...family.agents, ...agents] };
}

function worktreeAgentFiles(main: string, { sessionId, problems }: Family): AgentFile[] {
  const project = dirname(main);
  const projects = dirname(project);
  if (basename(projects) !== 'projects') return [];
  return look(projects, [])
    .filter((seen) => seen.isFolder && isWorktreeOf(seen.name, basename(project)))
    .filter((seen) => !isFile(join(seen.path, `${sessionId}.jsonl`)))
    .flatMap((seen) => agentFilesIn(join(seen.path, sessionId, 'subagents'), 'nested', problems));
}

function agentFilesOf(main: string, problems: LocateProblem[]): AgentFile[] {
  const project = listProject(dirname(main));
  problems.push(...project.problems);
  return project.sessions.find((session) => session.file === main)?.agentFiles ?? [];
}

/** Side files stand beside `projects/`; a session file elsewhere has none. */
function configOf(project: string): ConfigFolder | undefined {
  const projects = dirname(project);
  return basename(projects) === 'projects' ? configFolderAt(dirname(projects)) : undefined;
}

function familyAgent(agent: AgentFile, problems: LocateProblem[]): FamilyAgent {
  const meta = agent.metaFile === undefined ? undefined : readAgentMeta(agent.metaFile, problems);
  return { ...agent, ...readAgentHead(agent.file), ...(meta && { meta }) };
}

function filesIn(folder: string, problems: LocateProblem[]): SideFile[] {
  return look(folder, problems).flatMap(({ path, file, isLink }) =>
    file && !isLink ? [{ file: path, size: file.size }] : [],
  );
}

/** One file a sub-agent: `<sessionId>-agent-<id>.json`. */
function todosOf(sessionId: string, config: ConfigFolder, problems: LocateProblem[]): string[] {
  return look(join(config.folder, 'todos'), problems)
    .filter((seen) => seen.name.startsWith(sessionId))
    .map((seen) => seen.path);
}

const MAX_PLAN_HEAD = 1024 * 1024;

/** A plan is named by the lines' `slug`, and so are the plans of its sub-agents: `<slug>-agent-<id>.md`. */
function plansOf(main: string, config: ConfigFolder): string[] {
  const folder = join(config.folder, 'plans');
  const names = isFolder(folder) ? look(folder, []).map((seen) => seen.name) : [];
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
