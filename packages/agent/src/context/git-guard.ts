/** How much of git is turned off: everything that runs a program, or only what nobody relies on. */
export type GitGuard = 'reading' | 'running';

/**
 * The environment in which git runs no program that a repository names. Bare repositories inside a folder are ignored:
 * they are folders like any other, so anyone may have written their settings.
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

/** The parts of a repository that decide what git runs. */
export interface GitRepository {
  /** Not a `.git` folder, but a folder that looks like one. */
  isBare: boolean;
  /** The text of its own configuration. */
  config: string;
}

/** Whether reading the repository may run a program from its configuration that the environment cannot turn off. */
export function runsPrograms({ isBare, config }: GitRepository): boolean {
  return isBare || PROGRAM_SETTING.test(config);
}

const PROGRAM_SETTING =
  /\b(?:textconv|external|command|program|clean|smudge|process|sshcommand|uploadpack|vcs)\s*=|\[include/i;
