import { realpathSync } from 'node:fs';
import { isInsidePath } from '@unspool/session/locate';

/** False for a link out of the project: a project must not include files from elsewhere on the machine. */
export function staysInProject(path: string, projectDir: string): boolean {
  try {
    return isInsidePath(realpathSync(path), realpathSync(projectDir));
  } catch {
    // Nothing is there.
    return false;
  }
}
