import { resolve } from 'node:path';
import type { Settings } from '../settings/read-settings.js';

/** The client's `sandbox` settings, as far as they are used here. */
export interface SandboxSettings {
  /** `all`: every command. `unasked`: those that run without a question or a rule. */
  scope: 'all' | 'unasked' | 'off';
  /** With `all`: what would be asked about runs, as the sandbox holds it. */
  autoAllow: boolean;
  /** Commands that run outside, as in rules: `docker`, `npm run dev:*`. */
  excludedCommands: string[];
  allowWrite: string[];
  denyWrite: string[];
  denyRead: string[];
  hasNetwork: boolean;
  /** Without a sandbox nothing starts. */
  failIfUnavailable: boolean;
}

export const USUAL_SANDBOX: SandboxSettings = {
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

/** What settings files say of the sandbox, from the most general file to the most particular. Lists add up. */
export function sandboxOf(
  files: readonly Settings[],
  place: SandboxPlace,
  warn: (message: string) => void,
): SandboxSettings {
  const found = { ...USUAL_SANDBOX };
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
      warn(
        `${file}: sandbox.network.allowedDomains opens the network only with "*"; single domains are not supported.`,
      );
    }
  }
  return found;
}

/** `//x` from the root, `~/x` from the home folder, all else from the project. */
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
