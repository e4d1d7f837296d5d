/** Which features of git are turned off: all that run a program, or only those that nobody relies on. */
export type GitGuard = 'reading' | 'running';

/**
 * An environment in which git runs no program that a repository names. It also makes git ignore bare repositories inside
 * the project: those look like ordinary folders, so anyone may have written their settings.
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

/** The parts of a repository that control what git runs. */
export interface GitRepository {
  /** Whether it is an ordinary folder that looks like a `.git` folder. */
  isBare: boolean;
  /** The text of its configuration file. */
  config: string;
}

/** Whether reading the repository may run a program from its configuration that the environment cannot turn off. */
export function runsPrograms({ isBare, config }: GitRepository): boolean {
  return isBare || PROGRAM_SETTING.test(config);
}

const PROGRAM_SETTING =
  /\b(?:textconv|external|command|program|clean|smudge|process|sshcommand|uploadpack|vcs)\s*=|\[include/i;
