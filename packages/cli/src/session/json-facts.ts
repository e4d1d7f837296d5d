import type { ListFacts } from '@unspool/session';
import { projectName } from '@unspool/session/locate';

/** Facts about a session, the same in every `--json`. */
export function jsonFacts({ title, cwd, gitBranch, version }: ListFacts) {
  return {
    title: title.text,
    titleSource: title.source,
    project: cwd === undefined ? null : projectName(cwd),
    cwd: cwd ?? null,
    gitBranch: gitBranch ?? null,
    version: version ?? null,
  };
}
