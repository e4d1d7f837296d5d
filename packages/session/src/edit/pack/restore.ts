import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { ConfigFolder } from '../../locate/config-folders.js';
import { isInsidePath, isWindowsPath } from '../../locate/path.js';
import { makeFolder } from '../../write/make-folder.js';
import { writeNewFile } from '../../write/new-file.js';
import { syncFolder } from '../../write/replace-file.js';
import { PathRewriter } from '../move/path-rewriter.js';
import { movedPath, type PathRule, projectRules, rulesFor } from '../move/path-rules.js';
import { rewriteFile } from '../move/rewrite-file.js';
import type { PackManifest } from './manifest.js';

/** The machine a session is unpacked on. */
export interface Arrival {
  /** The folder in which the session continues. */
  cwd: string;
  home: string;
  /** The name of the project folder. */
  project: string;
}

/** The default folder for a packed session; undefined when it is unknown. */
export function arrivalOf({ cwd, home }: PackManifest, newHome: string): string | undefined {
  if (cwd === null) return undefined;
  if (home !== '' && isInsidePath(cwd, home)) return movedPath(cwd, home, newHome);
  return isWindowsPath(cwd) === isWindowsPath(newHome) ? cwd : undefined;
}

/** Paths inside the working folder and the home folder exist on both machines; others stay as they are. */
function arrivalRules(manifest: PackManifest, { cwd, home, project }: Arrival): PathRule[] {
  const rules: PathRule[] = [];
  if (manifest.cwd !== null) {
    const homes = manifest.home === '' ? {} : { homes: { from: manifest.home, to: home } };
    rules.push(...rulesFor({ from: manifest.cwd, to: cwd, ...homes }), ...projectRules(manifest.cwd, project));
  }
  if (/[\\/][^\\/]/.test(manifest.home)) rules.push(...rulesFor({ from: manifest.home, to: home }));
  const inner: PathRule = { from: `projects/${manifest.slug}`, to: `projects/${project}`, isInner: true };
  const isNew = manifest.slug !== '' && inner.from !== inner.to && !rules.some((rule) => rule.from === inner.from);
  return isNew ? [...rules, inner] : rules;
}

/**
 * Arranges an unpacked session as a config folder of its own, with the paths of this machine, where it can be checked
 * like any other. File history is copied unchanged: it holds the user's files.
 */
export function layOut(
  manifest: PackManifest,
  { raw, folder, arrival }: { raw: string; folder: string; arrival: Arrival },
): { main: string; replacements: number } {
  const rewriter = new PathRewriter(arrivalRules(manifest, arrival));
  for (const { name } of manifest.files) {
    const [top = '', ...rest] = name.split('/');
    const to = join(folder, ...(top === 'project' ? ['projects', arrival.project] : [top]), ...rest);
    const from = join(raw, top, ...rest);
    if (top === 'file-history') {
      makeFolder(dirname(to));
      copyFileSync(from, to);
    } else writeNewFile(to, (sink) => rewriteFile(from, rewriter, sink));
  }
  const main = join(folder, 'projects', arrival.project, `${manifest.sessionId}.jsonl`);
  return { main, replacements: rewriter.count };
}

/** Copies a session that was laid out into the real config folder, the main file last. `created`: what an undo removes. */
export function install(
  staged: string,
  config: ConfigFolder,
  main: string,
): { file: string; created: string[]; left: string[] } {
  const created: string[] = [];
  const left: string[] = [];
  const target = (file: string) => join(config.folder, relative(staged, file));
  const file = target(main);
  const draft = join(dirname(file), `.unspool-${process.pid}.tmp`);
  try {
    for (const from of filesIn(staged)) {
      if (from === main) continue;
      const to = target(from);
      if (existsSync(to)) {
        // Only plans can share names with those of another session; all other files were checked before.
        left.push(to);
        continue;
      }
      created.push(firstNew(to));
      makeFolder(dirname(to));
      copyFileSync(from, to, constants.COPYFILE_EXCL);
    }
    makeFolder(dirname(file));
    copyFileSync(main, draft);
    created.push(file);
    renameSync(draft, file);
    syncFolder(dirname(file));
    return { file, created: [...new Set(created)], left };
  } catch (error) {
    for (const path of created) rmSync(path, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }

  /** Undo removes the session's own folders as a whole, but not folders that sessions share. */
  function firstNew(path: string): string {
    const parts = relative(config.folder, path).split(sep);
    if (parts[2] === 'subagents') return path;
    const depth = parts[0] === 'projects' ? 3 : 2;
    const top = join(config.folder, ...parts.slice(0, depth));
    return created.includes(top) || !existsSync(top) ? top : path;
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Files of a session that exist in a config folder already and would be overwritten. */
export function alreadyThere(manifest: PackManifest, config: ConfigFolder, slug: string): string[] {
  const places = manifest.files
    .filter((file) => !file.name.startsWith('plans/'))
    .map(({ name }) => {
      const [top = '', ...rest] = name.split('/');
      return join(config.folder, ...(top === 'project' ? ['projects', slug] : [top]), ...rest);
    });
  return places.filter((place) => existsSync(place));
}
