import { isInside, type NamedPath, pathsOf } from './path-rule.js';
import type { PermissionContext } from './permission.js';

/** Files that control what may run: editing them needs a question even in accept-edits mode. */
export function isProtected({ names }: NamedPath, context: PermissionContext): boolean {
  return names.some((path) => isProtectedName(path, context));
}

const FOLDERS = new Set(['.git', '.claude', '.vscode', '.idea', '.husky', '.devcontainer', '.ssh', '.gnupg']);
const FILES = new Set([
  '.mcp.json',
  '.claude.json',
  '.gitconfig',
  '.gitmodules',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.profile',
  '.zshrc',
  '.zprofile',
  '.zshenv',
  '.npmrc',
  '.ripgreprc',
]);
/** Folders in `.claude` that need no protection. Commands, agents and skills do: they can allow tools. */
const FREE = /^.*?\/\.claude\/(?:worktrees|plans)\//;

function isProtectedName(path: string, context: PermissionContext): boolean {
  if (context.platform === 'win32' && /~\d|:[^\\/]|::|[. ]$/.test(path.slice(2))) return true;
  const parts = path.split(/[/\\]/).map((part) => part.toLowerCase());
  const free = isInside(context.projectDir, path, context) ? (FREE.exec(parts.join('/'))?.[0] ?? '') : '';
  // A worktree of the project has the same protected files.
  const rest = parts.slice(free === '' ? 0 : free.split('/').length - 1);
  if (rest.some((part) => FOLDERS.has(part))) return true;
  return FILES.has(pathsOf(context).basename(path).toLowerCase());
}
