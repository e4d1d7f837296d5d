/** How much of git is switched off: everything that runs a program, or only what nobody relies on. */
export type GitGuard = 'reading' | 'running';

/**
 * The environment in which git runs no program that a repository names. A bare repository inside a folder is not used:
 * it is a folder like any other, so its settings may have been written by anybody.
 */
export function guardedGit(env: Environment, guard: GitGuard): Environment {
  const settings = guard === 'reading' ? [...RUNNING, ...READING] : RUNNING;
  const before = Number(env['GIT_CONFIG_COUNT']) || 0;
  const added = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${before + at}`, key],
    [`GIT_CONFIG_VALUE_${before + at}`, value],
  ]);
  return {
    ...env,
    ...Object.fromEntries(added),
    GIT_CONFIG_COUNT: String(before + settings.length),
    GIT_NO_LAZY_FETCH: '1',
    ...(guard === 'reading' && { GIT_OPTIONAL_LOCKS: '0' }),
  };
}

interface Environment {
  readonly [name: string]: string | undefined;
}

const RUNNING = [
  ['safe.bareRepository', 'explicit'],
  ['core.fsmonitor', ''],
] as const;

const READING = [
  ['core.hooksPath', '/dev/null'],
  ['log.showSignature', 'false'],
  ['gpg.program', 'false'],
  ['gpg.openpgp.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['gpg.ssh.program', 'false'],
] as const;

/** A repository as far as it decides what git runs. */
export interface GitRepository {
  /** No `.git` folder, but a folder that looks like one. */
  isBare: boolean;
  /** The text of its own settings. */
  config: string;
}

/** Whether reading in a repository may run a program of its settings that the environment cannot switch off. */
export function runsPrograms({ isBare, config }: GitRepository): boolean {
  return isBare || PROGRAM_SETTING.test(config);
}

const PROGRAM_SETTING =
  /\b(?:textconv|external|command|program|clean|smudge|process|sshcommand|uploadpack|vcs)\s*=|\[include/i;
