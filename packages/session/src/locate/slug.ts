import type { Environment } from './config-folders.js';

const MAX_SLUG = 200;

/** Returns the name of the project folder that the client uses for a working folder in this environment. */
export function projectFolderName(path: string, env: Environment): string {
  return namedProject(env) ?? slugOf(path);
}

/** Returns the project folder name set in the environment. The client uses it only together with a config folder. */
export function namedProject(env: Environment): string | undefined {
  const name = env['CLAUDE_CODE_PROJECT_DIR_NAME']?.trim();
  if (!name || !env['CLAUDE_CONFIG_DIR']?.trim()) return undefined;
  // It must not lead out of the projects folder.
  return /^\.{1,2}$|[\\/\0]/.test(name) ? undefined : name;
}

/**
 * Returns the name that the client derives from a working folder. It is lossy, and two paths can share one slug: read
 * the real path from the lines (see `cwdOf`), never from the slug.
 */
export function slugOf(path: string): string {
  const slug = legacySlugOf(path);
  return slug.length <= MAX_SLUG ? slug : `${slug.slice(0, MAX_SLUG)}-${hashOf(path)}`;
}

/** Returns the slug of clients that did not yet shorten long ones (seen in 2.1.45). */
export function legacySlugOf(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, '-');
}

/** Returns every project folder name that clients may have used for a working folder, the newest client's first. */
export function slugsOf(path: string): string[] {
  const spellings = [path, ...otherDriveCase(path)];
  return [...new Set([...spellings.map(slugOf), ...spellings.map(legacySlugOf)])];
}

/** Computes the client's hash, over UTF-16 units, wrapped to 32 bits after each. */
function hashOf(path: string): string {
  let hash = 0;
  for (let at = 0; at < path.length; at++) hash = (Math.imul(hash, 31) + path.charCodeAt(at)) | 0;
  return Math.abs(hash).toString(36);
}

/** Windows tools disagree on `c:` or `C:`, and each spelling gets its own project folder. */
function otherDriveCase(path: string): string[] {
  const drive = /^([A-Za-z]):/.exec(path)?.[1];
  if (drive === undefined) return [];
  const other = drive === drive.toLowerCase() ? drive.toUpperCase() : drive.toLowerCase();
  return [other + path.slice(1)];
}
