import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the user trusts this folder, according to the client's settings. */
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
    // Missing or not JSON: nothing is trusted.
    return {};
  }
}
