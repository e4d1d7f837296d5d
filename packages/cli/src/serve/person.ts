import { spawn } from 'node:child_process';
import type { Io } from '../io.js';

/** The user at the terminal while the server runs. */
export interface Person {
  /** Whether a browser can be opened from here. */
  hasBrowser: boolean;
  open(url: string): void;
  /** Resolves when the user stops the server. Until then, `onEnter` is called whenever they press Enter. */
  untilStopped(onEnter: () => void): Promise<void>;
}

export function personAt(io: Io): Person {
  return {
    hasBrowser: io.columns !== undefined && hasDesktop(io),
    open: (url) => openBrowser(url, io.platform),
    untilStopped,
  };
}

/** Over SSH or in a container, the browser would open on another machine or not at all. */
export function hasDesktop({ env, platform }: Pick<Io, 'env' | 'platform'>): boolean {
  if (env['CI'] || env['SSH_CONNECTION'] || env['SSH_TTY'] || env['BROWSER'] === 'none') return false;
  return platform === 'darwin' || platform === 'win32' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** The system's command that opens a URL. The URL is ours, so it needs no quoting. */
export function openerOf(url: string, platform: NodeJS.Platform): [command: string, args: string[]] {
  if (platform === 'darwin') return ['open', [url]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}

function openBrowser(url: string, platform: NodeJS.Platform): void {
  const [command, args] = openerOf(url, platform);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  // Without such a command, users can open the printed link.
  child.on('error', () => undefined);
  child.unref();
}

function untilStopped(onEnter: () => void): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.stdin.off('data', onEnter);
      if (process.stdin.isTTY) process.stdin.pause();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
    if (process.stdin.isTTY) process.stdin.on('data', onEnter);
  });
}
