import { basename, dirname, isAbsolute, join } from 'node:path';
import type { ConfigFolder, JsonObject, SessionFile } from '@unspool/session';
import { cwdOf, isOfDesktop, readJsonObject } from '@unspool/session/locate';

const DAY = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_SETTINGS = 8 * 1024 * 1024;
/** The client's own state holds what it knows of every project. */
const MAX_STATE = 64 * 1024 * 1024;

/** After how many days without a change the client deletes sessions of a config folder. */
export interface Retention {
  days: number;
  /** Of sessions of Claude Desktop; infinite when they are kept. */
  desktopDays: number;
}

/**
 * The shortest retention in force in any known project. A client that runs in one project cleans up all of them, by
 * that project's settings: local before shared before the user's.
 */
export function retentionOf(config: ConfigFolder, projectFolders: Iterable<string>): Retention {
  const user = settingsIn(config.folder, 'settings.json');
  const projects = new Set([...projectsOfClient(config), ...projectFolders]);
  const all = [user];
  for (const project of projects) {
    if (!isLocalPath(project)) continue;
    const folder = join(project, '.claude');
    all.push({ ...user, ...settingsIn(folder, 'settings.json'), ...settingsIn(folder, 'settings.local.json') });
  }
  const each = all.map(retentionBy);
  return {
    days: Math.min(...each.map(({ days }) => days)),
    desktopDays: Math.min(...each.map(({ desktopDays }) => desktopDays)),
  };
}

/** The working folders of sessions, of one of each project folder, for `retentionOf`. */
export function projectFoldersOf(sessions: readonly SessionFile[]): string[] {
  const newest = new Map<string, SessionFile>();
  for (const session of sessions) {
    const known = newest.get(session.slug);
    if (session.hasMain && !(known && known.mtimeMs >= session.mtimeMs)) newest.set(session.slug, session);
  }
  return [...newest.values()].flatMap(({ file }) => cwdOf(file, MAX_HEAD) ?? []);
}

const MAX_HEAD = 64 * 1024;

/**
 * In how many days the client deletes a session: 0 when it may at any time, null when it never does.
 */
export function deletesInDays(
  { file, mtimeMs }: Pick<SessionFile, 'file' | 'mtimeMs'>,
  { days, desktopDays }: Retention,
  now: number,
): number | null {
  const limit = desktopDays > days && isOfDesktop(file) ? desktopDays : days;
  return Number.isFinite(limit) ? Math.max(0, Math.ceil((mtimeMs + limit * DAY - now) / DAY)) : null;
}

function retentionBy(settings: JsonObject): Retention {
  const days = daysIn(settings['cleanupPeriodDays']) ?? DEFAULT_DAYS;
  // 0 means no limit, as if it were not set; a shorter one than for other sessions has no effect.
  const desktop = daysIn(settings['desktopSessionCleanupPeriodDays']) || Number.POSITIVE_INFINITY;
  return { days, desktopDays: Math.max(days, desktop) };
}

/** Settings of a file that cannot be used count as missing, for the client too. */
function settingsIn(folder: string, name: string): JsonObject {
  const settings = readJsonObject(join(folder, name), MAX_SETTINGS) ?? {};
  const known: JsonObject = {};
  for (const key of ['cleanupPeriodDays', 'desktopSessionCleanupPeriodDays']) {
    if (daysIn(settings[key]) !== undefined) known[key] = settings[key];
  }
  return known;
}

function daysIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The projects that the client has run in. */
function projectsOfClient({ folder }: ConfigFolder): string[] {
  const files = [join(folder, '.claude.json')];
  if (basename(folder) === '.claude') files.push(join(dirname(folder), '.claude.json'));
  return files.flatMap((file) => Object.keys((readJsonObject(file, MAX_STATE)?.['projects'] ?? {}) as object));
}

/** A path to another host comes from a transcript: looking there would reveal who looks. */
function isLocalPath(path: string): boolean {
  return isAbsolute(path) && !/^[\\/]{2}/.test(path);
}
