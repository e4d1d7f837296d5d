import { realpathSync } from 'node:fs';
import { isInsidePath } from '@unspool/session/locate';

/** False for what a link in the project leads out to: a project must not pull in what lies elsewhere on the machine. */
export function staysInProject(path: string, projectDir: string): boolean {
  try {
    return isInsidePath(realpathSync(path), realpathSync(projectDir));
  } catch {
    // Nothing is there.
    return false;
  }
}
