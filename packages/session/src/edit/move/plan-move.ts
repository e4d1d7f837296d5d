import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { ConfigFolder } from '../../locate/config-folders.js';
import { cwdOf } from '../../locate/cwd.js';
import { isFile, isFolder } from '../../locate/list-folder.js';
import type { SessionFile } from '../../locate/list-project.js';
import { listPlaces } from '../../locate/list-sessions.js';
import { isInsidePath, isWindowsPath } from '../../locate/path.js';
import { slugOf, slugsOf } from '../../locate/slug.js';
import { isDraftName } from '../../write/old-drafts.js';
import { movedPath, type PathRule, partsOf, projectRules, rulesFor } from './path-rules.js';

export interface MoveRequest {
  config: ConfigFolder;
  /** The project's old and new folder. */
  from: string;
  to: string;
  home?: string;
  /** The name that the environment gives to the project folder, whatever the path. */
  namedProject?: string | undefined;
}

export interface MovedSession {
  sessionId: string;
  main: string;
  hasMain: boolean;
  /** The folder it was started in, before and after the move. */
  cwd: { from: string; to: string };
  mtimeMs: number;
  agents: number;
}

/** A file of a moved session, or one shared by all sessions of a project, and its new path. */
export interface MovedFile {
  from: string;
  to: string;
  /** Absent for files shared by all sessions of a project. */
  sessionId?: string;
  /** The original also stays, because a session that does not move needs it. */
  stays?: true;
}

/** What a move would do: its sessions, files and folders, and what prevents it. */
export interface MovePlan extends MoveRequest {
  rules: PathRule[];
  sessions: MovedSession[];
  files: MovedFile[];
  /** The project folders that sessions move from and to. */
  folders: { from: string; to: string }[];
  /** Files that already exist at the new place, which makes the move impossible. */
  collisions: string[];
  notes: string[];
}

/** Finds every session that was started in a folder or below it, with all its files. */
export function planMove(request: MoveRequest): MovePlan {
  const { config, from, to, home } = request;
  const homes = home === undefined ? {} : { homes: { from: home, to: home } };
  const plan: MovePlan = {
    ...request,
    rules: rulesFor({ from, to, ...homes }),
    sessions: [],
    files: [],
    folders: [],
    collisions: [],
    notes: [],
  };
  const { sessions } = listPlaces(config);
  const staying = new Set<string>();
  for (const session of sessions) {
    const project = projectOf(session, from);
    if (project === undefined) staying.add(dirname(session.file));
    else addSession(plan, session, project);
  }
  for (const folder of plan.folders) addShared(plan, folder, staying.has(folder.from));
  addProjectRules(plan);
  return plan;
}

/**
 * Returns the folder a session was started in, if it is inside the moved one. The session's lines decide, because two
 * paths can share a slug; the slug decides only if the lines do not name a folder.
 */
function projectOf(session: SessionFile, from: string): string | undefined {
  const cwd = cwdOf(session.file) ?? session.agentFiles.map((agent) => cwdOf(agent.file)).find((each) => each);
  if (cwd === undefined) return slugsOf(from).includes(session.slug) ? from : undefined;
  if (!isInsidePath(cwd, from)) return undefined;
  const started = startFolder(cwd, session.slug);
  return isInsidePath(started, from) ? started : undefined;
}

/** The slug names the folder the client was started in, even if it worked in a folder below. */
function startFolder(cwd: string, slug: string): string {
  return ancestorsOf(cwd).find((path) => slugsOf(path).includes(slug)) ?? cwd;
}

/** Returns the folder a session was started in, where the client looks for it. */
export function startFolderOf(file: string): string | undefined {
  const cwd = cwdOf(file);
  return cwd === undefined ? undefined : startFolder(cwd, basename(dirname(file)));
}

function ancestorsOf(path: string): string[] {
  const parts = partsOf(path);
  const separator = isWindowsPath(path) ? '\\' : '/';
  const root = path.startsWith('\\\\') ? '\\\\' : path.startsWith('/') ? '/' : '';
  return [path, ...parts.map((_, at) => root + parts.slice(0, parts.length - at).join(separator))];
}

function addSession(plan: MovePlan, session: SessionFile, project: string): void {
  const moved = movedPath(project, plan.from, plan.to) ?? plan.to;
  const source = dirname(session.file);
  const isNamed = session.slug === plan.namedProject;
  const target = isNamed ? source : join(plan.config.projects, slugOf(moved));
  if (!plan.folders.some((folder) => folder.from === source && folder.to === target)) {
    plan.folders.push({ from: source, to: target });
  }
  const { sessionId, file: main, hasMain, mtimeMs, agentFiles } = session;
  const isHere = (path: string) => source !== target && existsSync(path);
  if (isHere(join(target, `${sessionId}.jsonl`)) || (source !== target && containsFiles(join(target, sessionId)))) {
    plan.collisions.push(join(target, `${sessionId}.jsonl`));
  }
  plan.sessions.push({
    sessionId,
    main,
    hasMain,
    cwd: { from: project, to: moved },
    mtimeMs,
    agents: agentFiles.length,
  });
  if (hasMain && lstatSync(main).isSymbolicLink()) plan.notes.push(`${main} is a link: its target stays as it is`);
  const own = filesBelow(join(source, sessionId), plan.notes);
  const strays = agentFiles.flatMap((agent) => [agent.file, ...(agent.metaFile === undefined ? [] : [agent.metaFile])]);
  for (const file of new Set([...(hasMain ? [main] : []), ...own, ...strays])) {
    const to = join(target, relative(source, file));
    if (!own.includes(file) && file !== main && isHere(to)) plan.collisions.push(to);
    plan.files.push({ from: file, to, sessionId });
  }
}

/** A killed move leaves folders that contain only drafts. */
function containsFiles(path: string): boolean {
  if (!existsSync(path)) return false;
  if (!isFolder(path)) return true;
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries.some((entry) => !entry.isDirectory() && !isDraftName(entry.name));
}

/** The project's memory moves with its last session. While other sessions stay, it is copied. */
function addShared(plan: MovePlan, folder: { from: string; to: string }, isShared: boolean): void {
  const isFirst = plan.folders.find((each) => each.from === folder.from) === folder;
  if (!isFirst || folder.from === folder.to) return;
  for (const file of filesBelow(join(folder.from, 'memory'), plan.notes)) {
    const to = join(folder.to, relative(folder.from, file));
    if (existsSync(to)) plan.notes.push(`${file} stays: the new folder has a file of that name`);
    else plan.files.push({ from: file, to, ...(isShared && { stays: true as const }) });
  }
}

function addProjectRules(plan: MovePlan): void {
  const known = new Set<string>();
  const add = (rule: PathRule) => {
    if (rule.from === rule.to || known.has(rule.from)) return;
    known.add(rule.from);
    plan.rules.push(rule);
  };
  for (const { from, to } of plan.folders) {
    add({ from: `projects/${basename(from)}`, to: `projects/${basename(to)}`, isInner: true });
  }
  for (const { cwd } of plan.sessions) for (const rule of projectRules(cwd.from, slugOf(cwd.to))) add(rule);
}

/** Leaves links where they are: their targets do not belong to the session. */
export function filesBelow(folder: string, notes: string[]): string[] {
  if (!isFolder(folder)) return [];
  const files: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) notes.push(`${path} stays: it is a link`);
    else if (entry.isFile() && isFile(path) && !isDraftName(entry.name)) files.push(path);
  }
  return files.sort();
}
