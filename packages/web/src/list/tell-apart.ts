import type { ProjectRef } from '../view/view.js';

const MAX_FOLDERS = 4;

/** Adds parent folders to the names of projects with the same name until they differ: `work/cli` and `old/cli`. */
export function tellApart(projects: Iterable<ProjectRef>): Map<string, ProjectRef> {
  const byKey = new Map<string, ProjectRef>();
  for (const project of projects) byKey.set(project.key, project);
  const named = new Map<string, ProjectRef>();
  for (const alike of groups([...byKey.values()], ({ name }) => name)) {
    for (const project of alike) named.set(project.key, alike.length === 1 ? project : withFolders(project, alike));
  }
  return named;
}

function withFolders(project: ProjectRef, alike: readonly ProjectRef[]): ProjectRef {
  for (let folders = 2; folders <= MAX_FOLDERS; folders++) {
    const name = endOf(project.path, folders);
    const isAlone = alike.every((other) => other === project || endOf(other.path, folders) !== name);
    if (isAlone || folders === MAX_FOLDERS) return { ...project, name };
  }
  return project;
}

function endOf(path: string, folders: number): string {
  return path
    .split(/[\\/]/)
    .filter((part) => part !== '')
    .slice(-folders)
    .join('/');
}

function groups<Value>(values: readonly Value[], nameOf: (value: Value) => string): Value[][] {
  const byName = new Map<string, Value[]>();
  for (const value of values) {
    const known = byName.get(nameOf(value));
    if (known) known.push(value);
    else byName.set(nameOf(value), [value]);
  }
  return [...byName.values()];
}
