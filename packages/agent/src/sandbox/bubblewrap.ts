import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxPolicy } from './policy.js';

/** The arguments with which bubblewrap enforces a policy. Later mounts cover earlier ones. */
export function bubblewrapArguments(policy: SandboxPolicy, cwd: string): string[] {
  if (policy.holds === 'hidden') return hidingArguments(policy, cwd);
  return [
    '--die-with-parent',
    '--unshare-all',
    // Root could remount everything.
    ...['--cap-drop', 'ALL'],
    ...(policy.hasNetwork ? ['--share-net'] : []),
    ...['--ro-bind', '/', '/'],
    // Its own /dev and processes: it cannot inspect or kill other programs.
    ...['--dev', '/dev', '--proc', '/proc'],
    // Machine-wide settings, which root could change.
    ...['sys', 'sysrq-trigger', 'irq', 'bus'].flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]),
    // Services keep their sockets here, and sockets work without a network.
    ...(cwd.startsWith('/run/') ? [] : ['--tmpfs', '/run']),
    ...(policy.hasNetwork ? ['--ro-bind-try', '/run/systemd/resolve', '/run/systemd/resolve'] : []),
    // A mount point cannot be renamed.
    ...[...policy.writable.filter(exists), ...policy.pinned].flatMap((path) => ['--bind', path, path]),
    ...policy.fixed.flatMap(fixedArguments),
    ...policy.hidden.flatMap(hiddenArguments),
    ...(policy.writable.length === 0 ? ['--setenv', 'TMPDIR', '/dev/shm'] : []),
    ...['--unsetenv', 'SSH_AUTH_SOCK', '--unsetenv', 'DBUS_SESSION_BUS_ADDRESS'],
    ...['--chdir', cwd, '--'],
  ];
}

/** Only hides files. In its own user namespace the command cannot unmount anything. */
function hidingArguments({ hidden }: SandboxPolicy, cwd: string): string[] {
  return [
    ...['--unshare-user', '--cap-drop', 'CAP_SYS_ADMIN', '--dev-bind', '/', '/'],
    ...hidden.flatMap(hiddenArguments),
    ...['--chdir', cwd, '--'],
  ];
}

/** Mounts an empty folder in place of a missing one, so that the command cannot create it. */
function fixedArguments(path: string): string[] {
  if (exists(path)) return ['--ro-bind', path, path];
  if (!mayBeCreated(path)) return [];
  return ['--tmpfs', path, '--remount-ro', path];
}

/** An empty `.claude` or `hooks` folder left behind does no harm; an empty file would. */
function mayBeCreated(path: string): boolean {
  return /[/\\](?:\.claude|hooks)$/.test(path) && exists(dirname(path));
}

function hiddenArguments(path: string): string[] {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) return [];
  if (facts.isDirectory()) return ['--perms', '0000', '--tmpfs', path, '--remount-ro', path];
  return ['--ro-bind', '/dev/null', path];
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
