import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInsidePath, isWindowsPath } from '../../locate/path.js';
import { makeFolder } from '../../write/make-folder.js';
import { writeNewFile } from '../../write/new-file.js';
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

/** Returns the default folder for a packed session; undefined if it is unknown. */
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
 * like any other. File history is copied unchanged, because it contains the user's files.
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
