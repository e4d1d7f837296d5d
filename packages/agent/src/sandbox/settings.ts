import { resolve } from 'node:path';
import type { Settings } from '../settings/read-settings.js';

/** The client's `sandbox` settings that we support. */
export interface SandboxSettings {
  /** Which commands run in it. `all`: every command. `unasked`: those that neither the user nor a rule allowed. */
  scope: 'all' | 'unasked' | 'off';
  /** Whether commands then run without a question. Applies to `all`. */
  autoAllow: boolean;
  /** Commands that run outside, written as in rules: `docker`, `npm run dev:*`. */
  excludedCommands: string[];
  allowWrite: string[];
  denyWrite: string[];
  denyRead: string[];
  hasNetwork: boolean;
  /** Whether to refuse to start without a sandbox. */
  failIfUnavailable: boolean;
}

export const DEFAULT_SANDBOX: SandboxSettings = {
  scope: 'unasked',
  autoAllow: false,
  excludedCommands: [],
  allowWrite: [],
  denyWrite: [],
  denyRead: [],
  hasNetwork: false,
  failIfUnavailable: false,
};

export interface SandboxPlace {
  projectDir: string;
  home: string;
}

/** The sandbox settings of all settings files, most general first. Lists are combined. */
export function sandboxOf(
  files: readonly Settings[],
  place: SandboxPlace,
  warn: (message: string) => void,
): SandboxSettings {
  const found = { ...DEFAULT_SANDBOX };
  for (const { file, value } of files) {
    const sandbox = objectOf(value['sandbox']);
    const filesystem = objectOf(sandbox['filesystem']);
    const paths = (name: string) => textsIn(filesystem[name]).map((path) => placeOf(path, place));
    if (typeof sandbox['enabled'] === 'boolean') found.scope = sandbox['enabled'] ? 'all' : 'off';
    if (typeof sandbox['autoAllowBashIfSandboxed'] === 'boolean') found.autoAllow = sandbox['autoAllowBashIfSandboxed'];
    if (typeof sandbox['failIfUnavailable'] === 'boolean') found.failIfUnavailable = sandbox['failIfUnavailable'];
    found.excludedCommands = [...found.excludedCommands, ...textsIn(sandbox['excludedCommands'])];
    found.allowWrite = [...found.allowWrite, ...paths('allowWrite')];
    found.denyWrite = [...found.denyWrite, ...paths('denyWrite')];
    found.denyRead = [...found.denyRead, ...paths('denyRead')];
    const domains = textsIn(objectOf(sandbox['network'])['allowedDomains']);
    if (domains.includes('*')) found.hasNetwork = true;
    else if (domains.length > 0) {
      warn(`${file}: sandbox.network.allowedDomains supports only "*", not single domains.`);
    }
  }
  return found;
}

/** `//x` is relative to the root, `~/x` to the home folder, everything else to the project. */
function placeOf(path: string, { projectDir, home }: SandboxPlace): string {
  if (path === '~' || path.startsWith('~/')) return resolve(home, `.${path.slice(1)}`);
  return resolve(projectDir, path.replace(/^\/\//, '/'));
}

function objectOf(value: unknown): { [key: string]: unknown } {
  return typeof value === 'object' && value !== null ? (value as { [key: string]: unknown }) : {};
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
