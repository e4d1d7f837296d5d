import { basename, dirname, isAbsolute, join } from 'node:path';
import type { ConfigFolder, JsonObject, ListFacts, SessionFile } from '@unspool/session';
import { cwdOf, isOfDesktop, readJsonObject } from '@unspool/session/locate';

const DAY = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_SETTINGS = 8 * 1024 * 1024;
/** The state file of the client is larger, since it has all projects. */
const MAX_STATE = 64 * 1024 * 1024;

/** After how many days without changes the client deletes sessions of a config folder. */
export interface Retention {
  days: number;
  /** For sessions of Claude Desktop; infinite if they are kept. */
  desktopDays: number;
}

/**
 * The shortest retention of any known project. A client that runs in one project cleans up all of them, with the settings
 * of that project: local settings override shared ones, which override the user's.
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

/** The working folders of sessions, one per project folder, for `retentionOf`. */
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
 * In how many days the client deletes a session: 0 if at any time, null if never. Reads the file if the caller does not
 * know whether the session is of Claude Desktop.
 */
export function deletesInDays(
  session: Pick<SessionFile, 'file' | 'mtimeMs'> & Partial<Pick<ListFacts, 'isOfDesktop'>>,
  { days, desktopDays }: Retention,
  now: number,
): number | null {
  const { file, mtimeMs } = session;
  const isKeptLonger = desktopDays > days && (session.isOfDesktop ?? isOfDesktop(file));
  const limit = isKeptLonger ? desktopDays : days;
  return Number.isFinite(limit) ? Math.max(0, Math.ceil((mtimeMs + limit * DAY - now) / DAY)) : null;
}

/** Whether the client deletes a session within some days. Reads the file only of a session whose age leaves it open. */
export function isDeletedWithin(
  limit: number,
  session: Parameters<typeof deletesInDays>[0],
  retention: Retention,
  now: number,
): boolean {
  // A session of Claude Desktop is never deleted earlier than others.
  const earliest = deletesInDays({ isOfDesktop: false, ...session }, retention, now);
  if (earliest === null || earliest > limit) return false;
  return (deletesInDays(session, retention, now) ?? Number.POSITIVE_INFINITY) <= limit;
}

function retentionBy(settings: JsonObject): Retention {
  const days = daysIn(settings['cleanupPeriodDays']) ?? DEFAULT_DAYS;
  // 0 means no limit, as if unset. A limit below that of other sessions has no effect.
  const desktop = daysIn(settings['desktopSessionCleanupPeriodDays']) || Number.POSITIVE_INFINITY;
  return { days, desktopDays: Math.max(days, desktop) };
}

/** Invalid settings count as missing, as in the client. */
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

/** The projects in which the client has run. */
function projectsOfClient({ folder }: ConfigFolder): string[] {
  const files = [join(folder, '.claude.json')];
  if (basename(folder) === '.claude') files.push(join(dirname(folder), '.claude.json'));
  return files.flatMap((file) => Object.keys((readJsonObject(file, MAX_STATE)?.['projects'] ?? {}) as object));
}

/** Network paths come from transcripts; accessing them would contact another host. */
function isLocalPath(path: string): boolean {
  return isAbsolute(path) && !/^[\\/]{2}/.test(path);
}
