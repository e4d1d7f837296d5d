import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxPolicy } from './policy.js';

/** The arguments by which bubblewrap holds a command to a policy. Later ones are laid over earlier ones. */
export function bubblewrapArguments(policy: SandboxPolicy, cwd: string): string[] {
  if (policy.holds === 'hidden') return hidingArguments(policy, cwd);
  return [
    '--die-with-parent',
    '--unshare-all',
    // Root could mount everything anew.
    ...['--cap-drop', 'ALL'],
    ...(policy.hasNetwork ? ['--share-net'] : []),
    ...['--ro-bind', '/', '/'],
    // Its own devices and processes: no other program can be looked at or ended.
    ...['--dev', '/dev', '--proc', '/proc'],
    // Settings of the whole machine, which root could change.
    ...['sys', 'sysrq-trigger', 'irq', 'bus'].flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]),
    // Sockets of services live here, and a socket needs no network.
    ...(cwd.startsWith('/run/') ? [] : ['--tmpfs', '/run']),
    ...(policy.hasNetwork ? ['--ro-bind-try', '/run/systemd/resolve', '/run/systemd/resolve'] : []),
    // What is mounted cannot be renamed.
    ...[...policy.writable.filter(exists), ...policy.pinned].flatMap((path) => ['--bind', path, path]),
    ...policy.fixed.flatMap(fixedArguments),
    ...policy.hidden.flatMap(hiddenArguments),
    ...(policy.writable.length === 0 ? ['--setenv', 'TMPDIR', '/dev/shm'] : []),
    ...['--unsetenv', 'SSH_AUTH_SOCK', '--unsetenv', 'DBUS_SESSION_BUS_ADDRESS'],
    ...['--chdir', cwd, '--'],
  ];
}

/** Everything is as it is outside but for what is hidden. With a user namespace of its own nothing can be unmounted. */
function hidingArguments({ hidden }: SandboxPolicy, cwd: string): string[] {
  return [
    ...['--unshare-user', '--cap-drop', 'CAP_SYS_ADMIN', '--dev-bind', '/', '/'],
    ...hidden.flatMap(hiddenArguments),
    ...['--chdir', cwd, '--'],
  ];
}

/** Of a folder that is not there yet an empty one is laid over the place, so that none can be made. */
function fixedArguments(path: string): string[] {
  if (exists(path)) return ['--ro-bind', path, path];
  if (!isMadeUp(path)) return [];
  return ['--tmpfs', path, '--remount-ro', path];
}

/** An empty folder `.claude` or `hooks` does no harm when it stays; an empty file would. */
function isMadeUp(path: string): boolean {
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
