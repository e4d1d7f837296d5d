import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the person has told the client that this folder may run commands of its own: hooks, servers. */
export function isTrustedFolder(folder: string, { home, configDir }: { home: string; configDir: string }): boolean {
  return [join(home, '.claude.json'), join(configDir, '.claude.json')].some((file) => {
    const { projects } = readJson(file) as { projects?: { [path: string]: { hasTrustDialogAccepted?: unknown } } };
    return projects?.[folder]?.hasTrustDialogAccepted === true;
  });
}

function readJson(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object;
  } catch {
    // Not there or not JSON: then nothing was said.
    return {};
  }
}
