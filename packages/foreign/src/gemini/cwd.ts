import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { isObject } from '@unspool/session/read';
import { parseJson } from '../read/parse-json.js';
import { textOf } from '../read/text-of.js';

/** A session's working folder. It is not in the session file, so it is found through the files around it. */
export function folderOf(file: string): string | undefined {
  const project = projectOf(file);
  if (project === undefined) return undefined;
  const root = textOf(join(project, '.project_root'))?.trim();
  return root || listed(project);
}

/** `<project>/chats/<session>` or `<project>/chats/<parent>/<sub-agent>`. */
function projectOf(file: string): string | undefined {
  for (let folder = dirname(file), step = 0; step < 2; folder = dirname(folder), step++) {
    if (basename(folder) === 'chats') return dirname(folder);
  }
  return undefined;
}

/** The list of projects maps paths to folder names. Older versions named the folder after the path's hash. */
function listed(project: string): string | undefined {
  const name = basename(project);
  let list: unknown;
  try {
    list = parseJson(textOf(join(project, '../../projects.json')) ?? '');
  } catch {
    return undefined;
  }
  const projects = isObject(list) && isObject(list.projects) ? list.projects : {};
  return Object.keys(projects).find(
    (path) => projects[path] === name || createHash('sha256').update(path).digest('hex') === name,
  );
}

/** The first folder that the client's own first message names. */
export function folderInContext(text: string): string | undefined {
  return /Workspace Directories:\*{0,2}\s*\n\s*- (.+)/.exec(text)?.[1]?.trim();
}
