import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { bubblewrapArguments } from './bubblewrap.js';
import type { SandboxPolicy } from './policy.js';
import { seatbeltProfile } from './seatbelt.js';

/** The sandbox program available on this machine. */
export type Launcher =
  | { kind: 'bubblewrap' | 'seatbelt'; program: string }
  /** There is none; `why` is shown to the user. */
  | { kind: 'none'; why: string };

interface Machine {
  platform: NodeJS.Platform;
  env: { readonly [name: string]: string | undefined };
}

const known = new Map<string, Launcher>();

/** Tries it out: bubblewrap may be installed but not permitted to create namespaces. */
export function findLauncher({ platform, env }: Machine): Launcher {
  const key = `${platform} ${env['PATH']}`;
  const found = known.get(key) ?? tryLauncher(platform, env['PATH'] ?? '');
  known.set(key, found);
  return found;
}

function tryLauncher(platform: NodeJS.Platform, path: string): Launcher {
  if (platform === 'darwin') {
    const program = '/usr/bin/sandbox-exec';
    return existsSync(program) ? { kind: 'seatbelt', program } : { kind: 'none', why: `${program} is missing.` };
  }
  if (platform !== 'linux') return { kind: 'none', why: 'The sandbox is only available on Linux and macOS.' };
  const program = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, 'bwrap'))
    .find((each) => existsSync(each));
  if (program === undefined) {
    return { kind: 'none', why: 'bubblewrap (bwrap) is not installed. On Debian and Ubuntu: apt install bubblewrap.' };
  }
  const nothing: SandboxPolicy = {
    writable: [],
    fixed: [],
    pinned: [],
    hidden: [],
    hasNetwork: false,
    holds: 'everything',
  };
  const tried = spawnSync(program, [...bubblewrapArguments(nothing, '/'), 'true'], { encoding: 'utf8', timeout: 5000 });
  if (tried.status === 0) return { kind: 'bubblewrap', program };
  const fault = tried.stderr?.trim() || tried.error?.message || `exit code ${tried.status}`;
  return { kind: 'none', why: `bubblewrap does not work here: ${fault}` };
}

export interface SandboxedProgram {
  program: string;
  args: string[];
}

/** The command line for running a program in the sandbox. */
export function sandboxed(
  launcher: Exclude<Launcher, { kind: 'none' }>,
  policy: SandboxPolicy,
  { program, args, cwd }: SandboxedProgram & { cwd: string },
): SandboxedProgram {
  const options = launcher.kind === 'bubblewrap' ? bubblewrapArguments(policy, cwd) : ['-p', seatbeltProfile(policy)];
  return { program: launcher.program, args: [...options, program, ...args] };
}
